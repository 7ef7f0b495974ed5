import { OFFERED_TARGETS } from '../../domain/handover/targets';
import { OPTION_GROUPS, OPTION_NAMES, type OptionGroup, type OptionName, OPTIONS } from './options';

const GROUP_TITLES: Readonly<Record<OptionGroup, string>> = {
  input: 'What is read',
  systems: 'What is compared',
  measures: 'How it is measured',
  output: 'What is written',
  check: 'A check against an earlier results.json, for continuous integration',
  engine: 'Beyond one machine: an engine searches, and Hitrate scores',
  run: 'The run',
};

interface OptionText {
  /** What stands for the value; absent for a switch. */
  readonly value?: string;
  readonly about: string;
}

const OPTION_TEXTS: Readonly<Record<OptionName, OptionText>> = {
  questions: {
    value: 'FILE',
    about: 'questions with the passages that answer them, as the page imports them (CSV, JSON, JSON Lines); repeatable',
  },
  'generate-questions': {
    value: 'N',
    about: 'makes at most N questions from the documents; the results mark them',
  },
  seed: { value: '42', about: 'which of the possible questions are made' },
  contexts: {
    value: 'FILE',
    about:
      'what stands before passages in what is indexed, written elsewhere, as the page imports it; --chunking names it',
  },
  documents: { about: 'reads files as documents that would be read as a collection (tables, JSON Lines)' },
  split: { value: 'test', about: 'which judgments, where a collection has several splits' },
  systems: { value: 'bm25,embedding,…', about: 'all six where none is named; runs are always evaluated' },
  chunking: {
    value: 'recursive:1000/100',
    about:
      'how documents are cut into passages; several are compared. Also sentences:1000/1, tokens:256/32, headings:2/2000, window:1000/100, whole; the sets sizes, ways, overlaps, contexts; with :+title, :+headings, :+sentence, :+FILE of --contexts, :late',
  },
  model: {
    value: 'FOLDER',
    about:
      'a model as a folder or zip: measured (agreement with WASM, speed, known answers), then compared; repeatable',
  },
  experiment: {
    value: 'FILE.json',
    about: 'as the page exports it: run as it is, instead of the options above and below',
  },
  measures: {
    value: 'nDCG@10,MAP,…',
    about: 'instead of Hit Rate, MRR, precision, recall, F1 and nDCG at every k, and MAP',
  },
  k: { value: '1,2,3,4,5,10', about: 'cut-offs' },
  relevance: { value: '1', about: 'lowest grade that counts as relevant' },
  missing: {
    value: 'zero|skip',
    about: 'questions without results count as 0 (RBPresidual: 1), or are left out',
  },
  out: { value: 'FOLDER', about: 'where results.csv and results.json go; the current folder if absent' },
  report: {
    value: 'FILE.html',
    about: 'the finding as one file that is read without a script: no question, no passage',
  },
  'report-passages': { about: 'puts examples of missed questions and their passages into the report' },
  handover: {
    value: 'ENGINE',
    about: `the recommended system for an engine, in the folder handover-ENGINE of --out: ${OFFERED_TARGETS.join(', ')}`,
  },
  'handover-system': { value: 'ID', about: 'another system than the recommended one, by its id in the results' },
  'handover-passages': { about: 'passages, their metadata and terms are in the files too' },
  'handover-vectors': { about: 'vectors of the passages are in the files too' },
  'handover-approximate': {
    about: 'vectors are searched by an approximate index of the engine, which is not measured here',
  },
  against: { value: 'results.json', about: 'the baseline; nothing else is written unless --out says where' },
  measure: { value: 'nDCG@10,…', about: 'measures that are checked; nDCG@10 where none is named' },
  margin: {
    value: '.02',
    about: 'exits 1 where a loss as large as this cannot be ruled out, instead of a significant one',
  },
  summary: { value: 'FILE.md', about: 'Markdown; printed if absent' },
  junit: { value: 'FILE.xml', about: 'JUnit XML, a case for each system and measure' },
  json: { value: 'FILE.json', about: 'the same with all digits' },
  engine: {
    value: 'URL',
    about:
      'creates an index on this engine, fills it and asks it: postgresql://…, opensearch+https://…, elasticsearch+https://… or qdrant+https://…; credentials come from the environment alone',
  },
  'dry-run': { about: 'shows every request to the engine, and sends none' },
  batch: { value: '500', about: 'passages in a request to the engine' },
  'passage-vectors': {
    value: 'FILE.npy',
    about: 'vectors of the passages, row by row in their order, instead of those of an embedding model',
  },
  'question-vectors': { value: 'FILE.npy', about: 'vectors of the judged questions, in their order' },
  fusion: {
    value: 'here',
    about:
      'what joins the lists of a system: Hitrate, or the engine in its own search (`engine`); one that it cannot compute is then refused',
  },
  fresh: {
    about: 'begins anew, where an interrupted run of the same files would resume; removes their index from the engine',
  },
  help: { about: 'this text' },
};

interface Example {
  readonly about: string;
  readonly command: string;
}

/** Those that the page of the documentation has too; a test keeps both the same, and parses them. */
export const EXAMPLES: readonly Example[] = [
  { about: 'A collection with questions and judgments (BEIR, LlamaIndex, TREC …)', command: 'hitrate my-collection' },
  {
    about: 'A folder of documents, with your questions',
    command: 'hitrate manuals --questions questions.csv --systems bm25,embedding',
  },
  {
    about: 'A folder of documents alone: questions are made from them',
    command: 'hitrate manuals --generate-questions 60 --out results',
  },
  {
    about: 'Which chunking?',
    command: 'hitrate manuals --questions questions.csv --chunking recursive:500/50,recursive:1000/100,headings',
  },
  { about: 'Is this model of mine good, and fast?', command: 'hitrate --model my-model' },
  {
    about: 'Is it better than the bundled one on my documents?',
    command: 'hitrate my-collection --systems bm25,embedding --model my-model',
  },
  {
    about: 'Runs of other engines, with their judgments',
    command: 'hitrate qrels.txt a.run b.run --measures nDCG@10,MAP,MRR@10',
  },
  {
    about: 'In continuous integration: fail where quality was lost',
    command: 'hitrate my-collection --systems bm25 --against baseline/results.json --summary check.md',
  },
  {
    about: 'The best system for a serving engine',
    command: 'hitrate my-collection --handover opensearch --handover-passages --handover-vectors --out results',
  },
  {
    about: 'More passages than a browser holds: an engine searches, Hitrate scores',
    command: 'hitrate my-collection --systems bm25,embedding --engine postgresql://localhost:5432/mine',
  },
  {
    about: 'A report to send around',
    command: 'hitrate my-collection --report report.html',
  },
];

const EXIT_CODES = [
  '0    done; with --against: nothing was lost',
  '1    failed; with --against: quality was lost',
  '2    bad input or arguments: nothing was written',
  '3    with --against: failed',
  '130  interrupted: the same command resumes',
];

/** @param width columns of the terminal */
export function helpText(width = 100): string {
  const options = OPTION_GROUPS.map((group) => {
    const lines = OPTION_NAMES.filter((name) => OPTIONS[name].group === group).flatMap((name) =>
      optionLines(name, width),
    );
    return [`${GROUP_TITLES[group]}:`, ...lines].join('\n');
  });
  const examples = EXAMPLES.map(({ about, command }) => `  ${about}:\n    ${command}`);
  return `${[
    'Which retriever is best for my documents? Evaluates without a screen, on this machine alone.',
    'Usage:\n  hitrate COLLECTION [options]        a folder, a zip, or the files themselves\n  hitrate DOCUMENTS --questions FILE   Markdown, HTML, PDF, DOCX, text, CSV …\n  hitrate QRELS RUN [RUN …]            runs of other engines\n  hitrate --model FOLDER               measures a model',
    'In a checkout: npx hitrate …, or npm run evaluate -- …',
    ...options,
    `Examples:\n${examples.join('\n')}`,
    `Exit codes:\n${EXIT_CODES.map((line) => `  ${line}`).join('\n')}`,
  ].join('\n\n')}\n`;
}

/** Where the words of an option begin. */
const INDENT = 34;

function optionLines(name: OptionName, width: number): string[] {
  const { value, about } = OPTION_TEXTS[name];
  const head = `  ${name === 'help' ? '-h, ' : ''}--${name}${value === undefined ? '' : ` ${value}`}`;
  const lines = wrapped(about, Math.max(30, width - INDENT));
  const pad = ' '.repeat(INDENT);
  return head.length < INDENT - 1
    ? lines.map((line, i) => (i === 0 ? head.padEnd(INDENT) : pad) + line)
    : [head, ...lines.map((line) => pad + line)];
}

function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** For the page of the documentation: a row an option, in groups. */
export function optionRows(): readonly { readonly group: string; readonly rows: readonly [string, string][] }[] {
  return OPTION_GROUPS.map((group) => ({
    group: GROUP_TITLES[group],
    rows: OPTION_NAMES.filter((name) => OPTIONS[name].group === group).map((name) => {
      const { value, about } = OPTION_TEXTS[name];
      return [`--${name}${value === undefined ? '' : ` ${value}`}`, about] as [string, string];
    }),
  }));
}
