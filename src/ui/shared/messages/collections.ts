import type { CollectionErrors, LabErrors, QuestionProblems } from '../../../contract/errors';
import { MAX_GRADE } from '../../../domain/dataset/readers/grade';
import type { Catalogue } from './catalogue';
import { describeProblem } from './importing';
import { say } from './say';

const questionMessages: Catalogue<QuestionProblems> = {
  'question-without-id': () => 'A question has no id.',
  'question-repeated': ({ query }) => `Two questions have the id “${query}”.`,
  'question-empty': ({ query }) => `Question “${query}” has no text.`,
  'judgment-without-question': ({ query }) => `A judgment names the question “${query}”, which is not there.`,
  'judgment-without-document': ({ query, doc }) =>
    `A judgment of question “${query}” names the document “${doc}”, which is not there.`,
  'judgment-grade': ({ query, doc }) =>
    `The grade of “${doc}” for question “${query}” is not a whole number from −${MAX_GRADE} to ${MAX_GRADE}.`,
  'judgment-outside': ({ query, doc }) => `A judgment of question “${query}” is of a part that “${doc}” does not have.`,
  'judgment-blank': ({ query, doc, start, end }) =>
    `A judgment of question “${query}” is of white space alone in “${doc}” (${start}–${end}): no passage could be found for it. Remove the judgment.`,
  'judgment-repeated': ({ query, doc }) => `“${doc}” is judged twice for question “${query}”.`,
  'need-blank': ({ query }) =>
    `Something that question “${query}” needs is white space alone: no passage could be found for it. Judge a part with text instead.`,
};

export const collectionMessages: Catalogue<CollectionErrors & LabErrors> = {
  'sample-unreadable': () => 'The sample could not be read. Reload the page.',
  'files-unfit': ({ problems }) => problems.map(describeProblem).join('\n'),
  'no-readable-document': () => 'There is no document to keep: no file has text that could be read.',
  'not-from-documents': () => 'This collection was not made from document files.',
  'no-document-left': () => 'No document would be left. Delete the collection instead.',
  'documents-changed': () =>
    'The documents were read from their files again in another tab. Reload the page, and judge what is there now.',
  'no-name': () => 'A collection needs a name.',
  'questions-invalid': ({ problems }) => problems.map((problem) => say(questionMessages, problem)).join('\n'),
  'workspace-too-large': () =>
    'This collection takes more than the 4 GB that a workspace file can hold. Save it without computed vectors.',
  'lab-outdated': () =>
    'Questions or judgments were changed after this run. Start a new run, and the lab uses its lists.',
  'lab-mixed-chunkings': () =>
    'These lists rank passages of different chunkings. Choose lists of one chunking, or show results by document.',
  'lab-refused': ({ reason }) => `The fusion lab cannot do this: ${reason}.`,
  'lab-lists-gone': ({ system }) => `The lists of “${system}” are no longer stored. Start a new run.`,
};
