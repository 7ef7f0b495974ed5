import { expect, it } from 'vitest';
import { perQuestionCsv } from '../../../../src/domain/report/per-question-csv';
import { report, system } from './make';

it('has a row for each question and system, and leaves empty what is left out', () => {
  const dense = { ...system('dense', { MAP: 1 }), perQuery: { MAP: Float64Array.of(1 / 3, NaN) } };
  expect(perQuestionCsv(report([system('bm25', { MAP: 0.5, 'P@1': 0.5 }), dense]))).toBe(
    ['question,system,MAP,P@1', 'q1,bm25,1,1', 'q1,dense,0.3333333333333333,', 'q2,bm25,0,0', 'q2,dense,,', ''].join(
      '\r\n',
    ),
  );
});
