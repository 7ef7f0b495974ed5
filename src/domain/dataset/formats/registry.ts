import { autoRag } from './autorag';
import { beir } from './beir';
import { llamaIndex } from './llamaindex';
import { msMarco } from './ms-marco';
import { mteb } from './mteb';
import { questionAnswerCsv } from './question-answer-csv';
import { ragas } from './ragas';

import type { JudgmentFormatName } from './judgments';

export { judgmentFormats } from './judgments';

/** Names of the formats: that of documents, without questions, has no reader here. */
export type FormatName = (typeof collectionFormats)[number]['name'] | JudgmentFormatName | 'documents';

/** Every format of collections that can be read, in the order in which people are told of them. */
export const collectionFormats = [beir, mteb, msMarco, llamaIndex, ragas, autoRag, questionAnswerCsv] as const;
