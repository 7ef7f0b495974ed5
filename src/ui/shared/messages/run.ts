import type { ContextMatches } from '../../../domain/chunk/written-contexts';
import { count, counted } from '../format';
import type { NoteData } from '../../../contract/errors';
import type { RemarkData, StageId } from '../../../contract/result';
import { DEVICE_NAMES } from '../../../domain/models/configuration';
import type { Catalogue } from './say';

/** `312 of 340 passages have a context; 4 contexts name no passage`. */
export function contextMatchesText({ passages, given, unmatched }: ContextMatches): string {
  const have = `${count(given)} of ${counted(passages, 'passage')} ${given === 1 ? 'has' : 'have'} a context`;
  const rest = `${counted(unmatched, 'context')} ${unmatched === 1 ? 'names' : 'name'} no passage`;
  return unmatched === 0 ? have : `${have}; ${rest}`;
}

export const STAGE_TEXTS: Readonly<
  Record<StageId, { readonly doing: string; readonly todo: string; readonly done: string }>
> = {
  'lexical-index': { doing: 'Indexing words', todo: 'to index', done: 'Word index' },
  'lexical-search': { doing: 'Searching words', todo: 'to search by words', done: 'Word search' },
  'passage-vectors': { doing: 'Embedding passages', todo: 'to embed', done: 'Passage vectors' },
  'question-vectors': { doing: 'Embedding questions', todo: 'to embed', done: 'Question vectors' },
  'dense-search': { doing: 'Searching vectors', todo: 'to search by vectors', done: 'Vector search' },
  fuse: { doing: 'Fusing lists', todo: 'to fuse', done: 'Fused lists' },
  learn: { doing: 'Learning to rank', todo: 'to learn rankers from', done: 'Learned rankers' },
  rerank: { doing: 'Reranking', todo: 'to rerank', done: 'Reranked pairs' },
  score: { doing: 'Scoring', todo: 'to score', done: 'Scored lists' },
  latency: { doing: 'Timing one question at a time', todo: 'to time', done: 'Timed questions' },
};

export const noteMessages: Catalogue<NoteData> = {
  'reading-collection': () => 'Reading the collection',
  chunking: () => 'Chunking documents',
  'preparing-vectors': () => 'Preparing the vectors for search',
  'reading-terms': () => 'Reading terms for the learned ranker',
  training: ({ model, models, step, steps }) => `Training model ${model} of ${models}: step ${step} of ${steps}`,
  'loading-embedding': () => 'Loading the embedding model',
  'loading-reranker': () => 'Loading the reranker',
  'measuring-device': ({ model, device }) => `Measuring ${model} on ${DEVICE_NAMES[device]}`,
};

export const remarkMessages: Catalogue<RemarkData> = {
  excluded: ({ questions }) =>
    `Documents are left out of the results of ${counted(questions, 'question')}: those that its source names, or the one with its id.`,
  'filter-unnamed': ({ field, unnamed, questions }) =>
    `The filter by “${field}” left ${unnamed} of the ${questions} questions as they were: they name no value of it.`,
  'boost-unnamed': ({ field, unnamed, questions }) =>
    `The boost by “${field}” lifted nothing in ${unnamed} of the ${questions} questions: they name no value of it.`,
  'index-not-kept': () => 'The word index is too large to be stored: the next run builds it again.',
  'rewrites-asked': ({ name, original, without, questions, filtered }) =>
    `The rewrites of “${name}” were searched ${original ? 'in addition to the questions' : 'instead of the questions'}; times do not include writing them.` +
    (without === 0 ? '' : ` ${without} of ${questions} questions have none and were searched as they are.`) +
    (filtered ? ' The filter was applied to each rewrite separately.' : ''),
  'contexts-indexed': ({ name, chunking, ...matches }) =>
    `The contexts of “${name}” with ${chunking}: ${contextMatchesText(matches)}.` +
    (matches.given < matches.passages ? ' Passages without one are indexed as they are.' : ''),
  'vectors-elsewhere': ({ name }) => `The vectors of “${name}” were computed elsewhere: times include no embedding.`,
  'vectors-missing': ({ name, missing, questions }) =>
    `${missing} of ${questions} questions have no vector in “${name}” and find nothing by it.`,
  'vectors-outdated': ({ name, edited, questions }) =>
    `${edited} of ${questions} questions were edited after the vectors of “${name}” were added, which are of the old text.`,
  'trained-on-asked': ({ kind, seen, questions }) =>
    `A saved model (${kind}), which is applied and not cross-validated, was trained on ${seen} of the ${questions} questions: the scores of its system are optimistic.`,
  'went-on': ({ failure, unit, before, after }) => {
    const what = failure === 'memory' ? 'Memory ran out' : 'The GPU was lost';
    return after === before
      ? `${what}; the model was loaded again and it continued.`
      : `${what} with ${before} ${unit} at once; it continued with ${after}.`;
  },
};
