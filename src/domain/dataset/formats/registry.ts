import { autoRag } from './autorag';
import { beir } from './beir';
import type { CollectionFormat } from './format';
import { llamaIndex } from './llamaindex';
import { msMarco } from './ms-marco';
import { mteb } from './mteb';
import { questionAnswerCsv } from './question-answer-csv';
import { ragas } from './ragas';

export { judgmentFormats } from './judgments';

/** Every format of collections that can be read, in the order in which people are told of them. */
export const collectionFormats: readonly CollectionFormat[] = [
  beir,
  mteb,
  msMarco,
  llamaIndex,
  ragas,
  autoRag,
  questionAnswerCsv,
];
