import {
  type CollectionErrors,
  type LabErrors,
  type QuestionProblems,
  type SystemErrors,
  type ErrorData,
  HitrateError,
  type NoteData,
} from '../../../contract/errors';
import { MAX_GRADE } from '../../../domain/dataset/readers/grade';
import { type Catalogue, say } from './say';
import { describeProblem } from './importing';
import { count, counted, list } from '../format';
import { experimentMessages, specProblem, specMessages } from './experiment';
import type { Problem } from '../../../base/problem';
import type { RemarkData, WarningData } from '../../../contract/result';
import type { ExperimentProblems } from '../../../domain/experiment/experiment';
import type { CautionData, RefusalData } from '../../../domain/models/repository';
import type { ExperimentFileData } from '../../../domain/experiment/experiment-file';
import { storageMessages } from './storage';
import { cautionMessages, modelMessages, refusalMessages } from './models';
import { noteMessages, remarkMessages } from './run';
import { warningMessages } from './warnings';

const questionMessages: Catalogue<QuestionProblems> = {
  'question-without-id': () => 'A question has no id.',
  'question-repeated': ({ query }) => `Two questions have the id “${query}”.`,
  'question-empty': ({ query }) => `Question “${query}” has no text.`,
  'judgment-without-question': ({ query }) => `A judgment names the question “${query}”, which is not there.`,
  'judgment-without-document': ({ query, doc }) =>
    `A judgment of question “${query}” names the document “${doc}”, which is not there.`,
  'judgment-grade': ({ query, doc }) =>
    `The grade of “${doc}” for question “${query}” is not a number from −${MAX_GRADE} to ${MAX_GRADE}.`,
  'judgment-outside': ({ query, doc }) => `A judgment of question “${query}” is of a part that “${doc}” does not have.`,
  'judgment-blank': ({ query, doc, start, end }) =>
    `A judgment of question “${query}” is of white space alone in “${doc}” (${start}–${end}): no passage could be found for it. Remove the judgment.`,
  'judgment-repeated': ({ query, doc }) => `“${doc}” is judged twice for question “${query}”.`,
  'need-blank': ({ query }) =>
    `Something that question “${query}” needs is white space alone: no passage could be found for it. Judge a part with text instead.`,
};

const collectionMessages: Catalogue<CollectionErrors & LabErrors> = {
  'sample-unreadable': () => 'The sample could not be read. Reload the page.',
  'files-unfit': ({ problems }) => problems.map(describeProblem).join('\n'),
  'no-readable-document': () => 'There is no document to keep: no file has text that could be read.',
  'not-from-documents': () => 'This collection was not made from document files.',
  'no-document-left': () => 'No document would be left. Delete the collection instead.',
  'documents-changed': () =>
    'The documents were read from their files again in another tab. Reload the page, and judge what is there now.',
  'no-name': () => 'A collection needs a name.',
  'questions-invalid': ({ problems }) => problems.map((problem) => say(questionMessages, problem)).join('\n'),
  'lab-outdated': () =>
    'Questions or judgments were changed after this run. Start a new run, and the lab uses its lists.',
  'lab-mixed-chunkings': () =>
    'These lists rank passages of different chunkings. Choose lists of one chunking, or show results by document.',
  'lab-refused': ({ reason }) => `The fusion lab cannot do this: ${reason}.`,
  'lab-lists-gone': ({ system }) => `The lists of “${system}” are no longer stored. Start a new run.`,
};

const NOT_ASKED: Readonly<Record<SystemErrors['system-not-asked']['kind'], (name: string) => string>> = {
  run: (name) => `The run “${name}” came from a file and holds no list for this question.`,
  rewrites: (name) => `“${name}” holds no rewrites of this question.`,
  vectors: (name) => `“${name}” holds no vector of this question, and the model that made the vectors is not here.`,
};

const systemMessages: Catalogue<SystemErrors> = {
  'handover-nothing-near': ({ system, target }) =>
    `“${system}” cannot be handed over to ${target}: it fuses lists that ${target} cannot retrieve. Choose another system.`,
  'experiment-invalid': ({ problems }) => `The experiment cannot be run. ${problems.map(specProblem).join('. ')}.`,
  'no-judged-questions': () =>
    'No question has a judgment, so there is nothing to score. Import judgments, or judge what the systems find.',
  'no-completed-questions': ({ of }) =>
    `None of the ${count(of)} questions counts yet: they are judged in random order, and the first of them is not complete. Continue judging on the Questions screen.`,
  'split-empty': ({ split }) =>
    `No ${split} question has a judgment, so there is nothing to score. Choose other questions, or judge these.`,
  'trained-on-test': ({ systems }) =>
    `${list(
      systems.map((system) => `“${system}”`),
      3,
    )} would learn from test questions, and a test would then say how well ${systems.length > 1 ? 'they remember' : 'it remembers'}. Choose the train or development questions, or leave ${systems.length > 1 ? 'them' : 'it'} out.`,
  'tuned-on-test': ({ questions }) =>
    `This run has ${counted(questions, 'test question')}: what is tuned on them can no longer be tested with them. Run the development questions, and open the lab on that run.`,
  'no-question': () => 'There is no question yet. Type one.',
  'nothing-to-search': () => 'This collection has no documents, so there is nothing to search.',
  'system-field-missing': experimentMessages['system-field-missing'],
  'system-field-no-number': ({ system, field }) =>
    `“${system}” reads numbers from the field “${field}”, which is a number in no document. Change the system, or leave it out.`,
  'system-dimensions': ({ asked, dimensions, vectors }) => {
    const whose = 'model' in vectors ? `“${vectors.model}”` : `the file “${vectors.file}”`;
    return `A system searches the first ${asked} numbers of each vector, and the vectors of ${whose} have ${dimensions}. Choose ${dimensions} dimensions or fewer.`;
  },
  'system-folds': ({ method, folds, questions }) =>
    `${method ?? 'A learned ranker'} in ${folds} folds needs as many questions with judgments, and there are ${questions}. Judge more questions, or set fewer folds.`,
  'system-parts': ({ name }) =>
    `“${name}” has several vectors for one passage, which cannot be handed over. Hand over passages that are cut as its are.`,
  'system-no-vector': ({ doc }) => `The document “${doc}” has no vector in the file. Add the vectors again.`,
  'system-no-field-terms': ({ field }) =>
    `The analyzer leaves no term of the questions or of the values of “${field}”. Choose another analyzer.`,
  'system-no-texts': () =>
    'A reranker, and a learned ranker with features of texts or metadata, read the documents, and this collection has none. Leave that part out, or add the documents.',
  'system-no-terms': () =>
    'The analyzer leaves no term of any passage, so a ranker can learn nothing from texts. Choose another analyzer, or leave out the features of texts.',
  'system-run-changed': ({ name }) =>
    `The run “${name}” is no longer there, or is another one now: it was changed in another tab. Reload the page.`,
  'system-file-changed': ({ kind, name }) =>
    `The ${kind} “${name}” are not in this collection, or are others now. Add the file again under Systems, or remove the systems that read it.`,
  'system-needs-evaluation': ({ method }) =>
    method === null
      ? 'Its ranker is trained on the judged questions, fold by fold. Run it, then use the trained ranker as a system.'
      : `${method} is trained on the judged questions, fold by fold: it needs a run, and has no weights for a single question.`,
  'system-not-learned': ({ reason }) => `The ranker could not learn: ${reason}.`,
  'system-little-to-learn': ({ telling }) =>
    `A ranker has too little to learn from: ${telling === 'none' ? 'no question has candidates of different grades' : 'all questions that have candidates of different grades are in one fold'}. Judge more passages, retrieve longer lists, or split the questions into folds by another seed.`,
  'system-not-cached': () => 'A model would have to compute something that is not stored.',
  'system-not-asked': ({ kind, name }) => NOT_ASKED[kind](name),
};

/** No code may be in two features: the compiler refuses an interface that extends two other data of one code. */
interface AllData
  extends
    ErrorData,
    NoteData,
    RemarkData,
    WarningData,
    RefusalData,
    CautionData,
    ExperimentFileData,
    ExperimentProblems {}

const messages: Catalogue<AllData> = {
  ...storageMessages,
  ...collectionMessages,
  ...modelMessages,
  ...systemMessages,
  ...specMessages,
  ...noteMessages,
  ...remarkMessages,
  ...warningMessages,
  ...refusalMessages,
  ...cautionMessages,
  ...experimentMessages,
};

/** What a person reads of a problem, a remark or a warning. What an earlier version kept as a sentence stays as it is. */
export const messageOf = (problem: Problem<AllData> | { readonly message: string } | string): string =>
  say<AllData>(messages, problem);

export function errorText(error: unknown): string {
  if (error instanceof HitrateError) return messageOf(error.problem);
  return error instanceof Error ? error.message : String(error);
}
