import { expect, it } from 'vitest';
import { queryId } from '../../../../../src/base/types';
import type { ResultRecord } from '../../../../../src/contract/result';
import { rescoredText } from '../../../../../src/ui/shared/messages/run-comparison';

it('figures with the current judgments say what they lack', () => {
  const whole = { result: {} as ResultRecord, cutAt: null, lostMeasures: [], unjudged: [], notRun: [] };
  expect(rescoredText(whole)).toBe('Scored with the current judgments.');
  expect(
    rescoredText({ ...whole, cutAt: 20, lostMeasures: ['MAP'], unjudged: [queryId('a')], notRun: [queryId('b')] }),
  ).toBe(
    'Scored with the current judgments. Without MAP: only the first 20 passages are kept. 1 question no longer judged. 1 judged question not in this run.',
  );
  expect(rescoredText({ ...whole, result: null })).toContain('the figures of the run');
});
