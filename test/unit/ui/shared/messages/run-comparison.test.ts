import { expect, it, describe } from 'vitest';
import { queryId } from '../../../../../src/base/types';
import type { ResultRecord } from '../../../../../src/contract/result';
import {
  changeLines,
  changeTitle,
  jsonText,
  pathText,
  refusal,
  settingText,
  settingValues,
} from '../../../../../src/ui/shared/messages/run-comparison';
import { rescoredText } from '../../../../../src/ui/shared/messages/question-sources';
import type { FigureChange } from '../../../../../src/domain/run-comparison/figure-changes';
import type { RunChanges } from '../../../../../src/workbench/inspect/run-comparison';
import { MISSING } from '../../../../../src/ui/shared/format';

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

const change = (after: string, finding: FigureChange['finding'], difference = 0): FigureChange =>
  ({ after, finding, difference }) as FigureChange;

describe('what a comparison of runs says', () => {
  it('names the systems that a test shows to have changed, and no others', () => {
    const title = changeTitle(
      [change('bm25', 'worse', -0.0312), change('embedding', 'better', 0.05), change('ensemble', 'undecided', 0.2)],
      'nDCG@10',
      0.02,
    );
    expect(title).toBe('nDCG@10 is worse for bm25 (−.031). nDCG@10 is better for embedding (+.050).');
  });

  it('says that nothing changed, that no change matters, or that none is shown', () => {
    expect(changeTitle([change('a', 'identical')], 'MRR', 0.02)).toBe('MRR changed for no question.');
    expect(changeTitle([change('a', 'identical'), change('b', 'equivalent')], 'MRR', 0.02)).toBe(
      'No change of MRR as large as .02 is plausible.',
    );
    expect(changeTitle([change('a', 'equivalent'), change('b', 'undecided')], 'MRR', 0.02)).toBe(
      'No test shows a change of MRR.',
    );
  });

  it('gives the reason of a refusal', () => {
    expect(refusal({ code: 'runs-share-no-question', data: { before: 3, after: 4, edited: 2, rejudged: 0 } })).toBe(
      'No question of the two runs is the same: 2 questions with another text.',
    );
    expect(refusal({ code: 'run-lacks-measure', data: { run: 'after', measure: 'MAP' } })).toBe(
      'The second run has no MAP.',
    );
  });

  it('lists what else changed', () => {
    const origin = { settings: [], documentsChanged: true, metadataChanged: false, rechunked: [], models: [] };
    const judgments = { added: [{}, {}], removed: [], changed: [{}], questions: ['q1', 'q2'] };
    const changes = { origin, judgments, judgmentsChanged: true } as unknown as RunChanges;
    expect(changeLines(changes)).toEqual([
      'Judgments: 2 added and 1 grade changed, in 2 questions.',
      'The documents changed.',
    ]);
    expect(changeLines({ ...changes, judgments: null })[0]).toMatch(/did not keep which/);
    expect(pathText({ path: ['e', 'revision'] })).toBe('e › revision');
    const values = [1.2, 'x', undefined, null, true, [], ['a', 'b'], { kind: 'recursive', of: { size: 5 } }];
    expect(values.map(jsonText).join(' | ')).toBe(
      '1.2 | x | absent | none | yes | none | a, b | kind recursive, of (size 5)',
    );
  });

  it('says which setting changed in which systems', () => {
    const k1 = { systems: ['bm25', 'ensemble'], setting: ['k1'], before: 1.2, after: 3 };
    expect(settingText(k1)).toBe('k1 of bm25 and ensemble: 1.2 → 3');
    expect(settingText({ systems: [], setting: ['depth'], before: 100, after: 50 })).toBe('depth: 100 → 50');
    expect(settingText({ systems: ['a', 'b'], setting: [], after: true })).toBe('Systems a and b added');
    expect(settingText({ systems: ['a'], setting: [], before: true })).toBe('System a removed');
    expect(settingText({ systems: ['a'], setting: ['rerank'], after: { model: 'r' } })).toBe(
      'rerank of a: model r added',
    );
    const measures = { before: ['MAP', 'P@5'], after: ['P@5', 'MRR'] };
    expect(settingValues({ systems: [], setting: ['measures'], ...measures })).toEqual({
      before: 'MAP, 1 in common',
      after: 'MRR, 1 in common',
    });
    expect(settingValues({ systems: ['a'], setting: [], after: true })).toEqual({ before: MISSING, after: 'a' });
  });
});
