import { counted } from '../shared/format';

const meantText = (meant: string | null): string => (meant === null ? '' : ` Did you mean ${meant}?`);

export const problems = {
  unknownOption: (typed: string, meant: string | null) =>
    `There is no option ${typed}.${meantText(meant === null ? null : `--${meant}`)}`,
  valueMissing: (name: string) => `--${name} needs a value.`,
  noValue: (name: string) => `--${name} takes no value.`,
  twice: (name: string) => `--${name} can be given once.`,
  noInput: () => 'No collection was named: name a file, a folder, or a model to measure.',
  wholeNumbers: (name: string, given: string) =>
    `--${name} takes whole numbers from 1, separated by commas, not “${given}”.`,
  wholeNumber: (name: string, least: number, given: string) =>
    `--${name} takes a whole number from ${least}, not “${given}”.`,
  positiveNumber: (name: string, given: string) => `--${name} takes a number above 0, as .02, not “${given}”.`,
  oneOf: (name: string, known: readonly string[], given: string, meant: string | null) =>
    `--${name} takes ${known.map((each) => `“${each}”`).join(' or ')}, not “${given}”.${meantText(meant)}`,
  unknownSystem: (given: string, known: readonly string[], meant: string | null) =>
    `--systems: there is no system “${given}”.${meantText(meant)} Known: ${known.join(', ')}.`,
  empty: (name: string) => `--${name} is empty.`,
  withExperiment: (name: string) => `--experiment holds all that is run, so --${name} cannot stand beside it.`,
  needsAgainst: (name: string) => `--${name} is of a check: name the baseline by --against.`,
  needsGeneration: () => '--seed is of generated questions: say how many by --generate-questions.',
  twoSources: () => '--questions and --generate-questions cannot stand beside each other: whose questions are meant?',
  nothingToMeasure: (name: string) => `--${name} needs a collection: only a model was named.`,
  overBaseline: (path: string) => `${path} is the baseline, and would be overwritten: name another place.`,
  overRun: (path: string) =>
    `${path} lies where the runs of this command go, and would be read and overwritten: name another place by --out.`,
  sameFile: (path: string) => `${path} would be written twice: name another place.`,
  unknownChunking: (given: string, known: readonly string[], meant: string | null) =>
    `--chunking: there is no way “${given}”.${meantText(meant)} Known: ${known.join(', ')}.`,
  chunkingPart: (typed: string, part: string, form: string) =>
    `--chunking “${typed}”: “${part}” cannot be read. Write it as ${form}.`,
  chunkingProblem: (typed: string, message: string) => `--chunking “${typed}”: ${message}`,
  chunkingTwice: (name: string) => `--chunking: “${name}” is there twice.`,
  chunkingModel: (typed: string, model: string, known: readonly string[]) =>
    `--chunking “${typed}”: there is no embedding model “${model}”. Known: ${known.join(', ')}.`,
  chunkingContexts: (typed: string, part: string, known: readonly string[]) =>
    `--chunking “${typed}”: “${part}” is neither +title, +headings nor +sentence, and no file of contexts has this name. ${known.length === 0 ? 'Name one by --contexts.' : `Known: ${known.join(', ')}.`}`,
  noContexts: (files: readonly string[]) => `--contexts: there are no contexts of passages in ${files.join(', ')}.`,
  badMapping: (typed: string, roles: readonly string[]) =>
    `--map “${typed}”: write it as FILE:ROLE=FIELD,ROLE=FIELD, with the roles ${roles.join(', ')}.`,
  mapsNothing: (file: string) => `--map: no file ${file} is among those of this command.`,
  giveMapping: (file: string, proposed: string, fields: readonly string[]) =>
    `${file} has the fields ${fields.join(', ')}. Say what they are: --map "${file}:${proposed}".`,
  chooseTask: (tasks: readonly string[]) =>
    `These files hold ${tasks.length} tasks, each a collection of its own. Choose one with --split: ${tasks.join(', ')}.`,
  mapped: (file: string, mapping: string) =>
    `${file} is read by --map "${file}:${mapping}", which its names and values suggest.`,
  ignoreUnused: () => 'Leave it out of the command, or add --ignore-unused.',
  noFile: (path: string) => `${path}: there is no such file.`,
  noFileOrFolder: (path: string) => `${path}: there is no such file or folder.`,
  emptyFolder: () => 'There is no file in that folder.',
  cannotWrite: (path: string, reason: string) => `${path} cannot be written: ${reason}`,
  noQuestions: (documents: boolean) =>
    `${documents ? 'These are documents' : 'This is a collection'} without judged questions, which an evaluation needs: name a file of questions by --questions, or have them made by --generate-questions 60.`,
  ownQuestions: (name: string, count: number) =>
    `The collection has ${count} judged questions of its own: --${name} would mix others with them.`,
  noDocuments: (name: string) => `--${name} needs documents, and there are none.`,
  noneGenerated: () =>
    'No question could be made from these documents: they have no headings, definitions or phrases of a pattern that is known (English, Chinese, Japanese).',
  noDocumentRead: () => 'No document could be read.',
  generated: (made: number, dropped: number, limit: number, seed: number) =>
    `${counted(made, 'question was', 'questions were')} generated from the documents (seed ${seed}${made + dropped < limit ? `, ${limit} were asked for` : ''}${dropped > 0 ? `, ${dropped} more dropped by the checks` : ''}). They share words with their passages, which favours word search.`,
  foundNearly: (passages: number) =>
    `${counted(passages, 'passage')} of questions left out: the documents have them only nearly, and the page lets you confirm them.`,
  inManyPlaces: (texts: number) =>
    `${counted(texts, 'text')} of questions left out: too short, or in more than three places of the documents. A column with the document decides.`,
  noQuotations: (answers: number) =>
    `${counted(answers, 'answer')} ${answers === 1 ? 'stands' : 'stand'} in no document, and ${answers === 1 ? 'says' : 'say'} nothing about passages.`,
  unknownSources: (names: readonly string[]) =>
    `${counted(names.length, 'document')} that questions name ${names.length === 1 ? 'is' : 'are'} not here, as “${names[0]}”.`,
  notFound: (passages: number) =>
    `${counted(passages, 'passage')} of questions left out: the documents do not have them.`,
  noneUsable: () => 'No question of these files has a passage in the documents.',
  perhapsDocuments: () => 'If these files are documents, add --documents.',
  judgmentsMissing: (files: readonly string[]) =>
    `There are ${files.join(', ')}, and no judgments. Name the judgments (qrels) too.`,
  nothingToEvaluate: () => 'There are judgments, and nothing to evaluate with them: name documents, or runs.',
  writingReport: () => 'Making the report',
  needsReport: () => '--report-passages is of a report: name its file by --report.',
  needsHandover: (name: string) => `--${name} is of a handover: name the engine by --handover.`,
  handoverNeedsOut: () => '--handover writes files, and beside --against none is written by itself: add --out.',
  noSuchSystem: (given: string, known: readonly string[], meant: string | null) =>
    `--handover-system: the results have no system “${given}”.${meantText(meant)} Known: ${known.join(', ')}.`,
  handingOver: (system: string, target: string) => `Handing ${system} over to ${target}`,
  measuringNearest: () => 'Measuring the nearest system that it can express',
  noReport: () => 'A report needs a measure that is a mean over questions.',
  needsEngine: (name: string) => `--${name} is of an engine: name its address by --engine.`,
  notBesideEngine: (name: string) =>
    `--${name} cannot stand beside --engine: passages are read as a stream, and their texts stay out of the page.`,
  bothVectors: () => '--passage-vectors and --question-vectors go together: both have to be of one model.',
  modelRefused: (name: string, reasons: readonly string[]) => `--model ${name}: ${reasons.join(' ')}`,
  moreProblems: (count: number) => `… and ${count} more problems.`,
  asksHelp: () => 'All options and examples: hitrate --help',
} as const;

export const notices = {
  resuming: 'Resuming an interrupted run of these files.',
  stopping: 'Stopping …',
  interrupted: 'Interrupted: what was computed is kept, and the same command resumes.',
  failed: (message: string) => `The evaluation failed: ${message}`,
  note: (sentence: string) => `note: ${sentence}`,
  written: (paths: readonly string[]) => `Written: ${paths.join(', ')}`,
  writtenRuns: (folder: string) => `Written: every run as TREC (.run) and as JSON Lines (.jsonl) in ${folder}`,
} as const;
