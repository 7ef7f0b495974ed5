import { describe, expect, it } from 'vitest';
import { measureOf } from '../../src/domain/measures/parse';
import { means, score } from '../../src/domain/measures/score';
import { toQrels } from '../../src/domain/run/judgments';
import { imported, lines, listsOf } from '../unit/adapters/files/make';

const corpus = lines(...['d1', 'd2', 'd3'].map((_id) => ({ _id, title: '', text: `text of ${_id}` })));
const queries = lines(...['q1', 'q2', 'q3'].map((_id) => ({ _id, text: `what is ${_id}?` })));

describe('judgments of a document that is not there', () => {
  it('count as never found: figures of trec_eval (pytrec_eval 0.5.11) with all judgments', async () => {
    const qrels = 'q1\td1\t1\nq1\tgone\t2\nq2\td2\t1\nq2\td3\t1\nq3\tgone\t1\nq9\td1\t1\n';
    const run = 'q1 Q0 d2 1 3 a\nq1 Q0 d1 2 2 a\nq2 Q0 d2 1 3 a\nq2 Q0 d1 2 2 a\nq2 Q0 d3 3 1 a\nq3 Q0 d1 1 1 a\n';
    const files = { 'corpus.jsonl': corpus, 'queries.jsonl': queries, 'qrels/test.tsv': qrels, 'a.run': run };
    const { dataset, runs, warnings } = await imported(files);
    expect(warnings).toMatchObject([
      { code: 'partly-judged', file: 'qrels/test.tsv', data: ['question', ['q9'], 4] },
      { code: 'partly-judged', file: 'qrels/test.tsv', data: ['document', ['gone'], 4] },
    ]);
    const measures = ['nDCG@10', 'MAP', 'Recall@10', 'RPrec'].map(measureOf);
    const found = means(score(listsOf(runs[0]!), toQrels(dataset.judgments), measures), measures);
    const expected = [0.386511085238773, 0.3611111111111111, 0.5, 0.3333333333333333];
    measures.forEach(({ text }, i) => expect(found[text], text).toBeCloseTo(expected[i]!, 12));
  });
});
