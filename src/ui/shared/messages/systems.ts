import type { SystemErrors } from '../../../contract/errors';
import type { Catalogue } from './catalogue';
import { experimentMessages, specProblem } from './experiment';

const NOT_ASKED: Readonly<Record<SystemErrors['system-not-asked']['kind'], (name: string) => string>> = {
  run: (name) => `The run “${name}” came from a file and holds no list for this question.`,
  rewrites: (name) => `“${name}” holds no rewrites of this question.`,
  vectors: (name) => `“${name}” holds no vector of this question, and the model that made the vectors is not here.`,
};

export const systemMessages: Catalogue<SystemErrors> = {
  'experiment-invalid': ({ problems }) => {
    return `The experiment cannot be run. ${problems.map(specProblem).join('. ')}.`;
  },
  'no-judged-questions': () =>
    'No question has a judgment, so there is nothing to evaluate. Add judgments under Questions, or judge what the systems find under Judge.',
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
  'system-no-vector': ({ doc }) => `The document “${doc}” has no vector in the file. Add the vectors again.`,
  'system-no-field-terms': ({ field }) =>
    `By its analyzer neither the questions nor the values of “${field}” have a term. Choose another analyzer.`,
  'system-no-texts': () =>
    'A learned ranker reads the terms of passages, and this collection has no documents. Leave out its features of texts, or add the documents.',
  'system-no-terms': () =>
    'By its analyzer no passage of this collection has a term, so a ranker can learn nothing from texts. Choose another analyzer, or leave out its features of texts.',
  'system-run-changed': ({ name }) =>
    `The run “${name}” is no longer there, or is another one now: it was changed in another tab. Reload the page.`,
  'system-file-changed': ({ kind, name }) =>
    `The ${kind} “${name}” are not in this collection, or are others now. Add the file again under Systems, or remove the systems that read it.`,
  'system-needs-evaluation': ({ method }) =>
    method === null
      ? 'Its ranker is trained on the judged questions, fold by fold. Evaluate it, then use the model that it learned as a system.'
      : `${method} is trained on the judged questions, fold by fold: it needs an evaluation, and has no weights for one question.`,
  'system-not-learned': ({ reason }) => `The ranker could not learn: ${reason}.`,
  'system-little-to-learn': ({ telling }) =>
    `A ranker has too little to learn from: ${telling === 'none' ? 'no question has candidates of different grades' : 'all questions that have candidates of different grades are in one fold'}. Judge more passages, retrieve longer lists, or split the questions into folds by another seed.`,
  'system-not-asked': ({ kind, name }) => NOT_ASKED[kind](name),
};
