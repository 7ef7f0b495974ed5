import { nameSays } from '../readers/name-says';
import { qrelsWidth, readTrecQrels } from '../readers/trec-qrels';
import type { JudgmentFormat } from './judgment-format';

/** The judgments of TREC (https://trec.nist.gov/data/qrels_eng/): lines of `qid iter docno rel`. */
export const trecQrels: JudgmentFormat<'trec-qrels'> = {
  name: 'trec-qrels',
  wants: 'TREC qrels (lines of question id, iteration, document id, grade)',
  idIsText: false,

  async recognises(file) {
    // Three columns of anything with a number at the end are no judgments unless the name says so.
    const head = await file.head();
    const isNamed = nameSays(file.path) === 'judgments' && !/^\s*[[{]/.test(head);
    const width = qrelsWidth(head, !isNamed);
    return width === 4 || (width === 3 && isNamed);
  },

  read: readTrecQrels,
};
