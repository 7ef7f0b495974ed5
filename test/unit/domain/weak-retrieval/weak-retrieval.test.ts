import { describe, expect, it } from 'vitest';
import { queryId } from '../../../../src/base/types';
import { readWeakRetrieval } from '../../../../src/domain/weak-retrieval/weak-retrieval';

const N = 200;
const questions = Array.from({ length: N }, (_, i) => queryId(`q${i}`));
/** The weaker a question, the lower its signal; reranking repairs weak ones and harms a few strong ones. */
const strength = questions.map((_, i) => ((i * 83) % N) / N);
const weak = strength.map((value) => value < 0.3);
const before = Float64Array.from(weak, (is) => (is ? 0 : 1));
const after = Float64Array.from(weak, (is, i) => (is ? 0.8 : strength[i]! > 0.9 ? 0.6 : 1));
const noise = questions.map((_, i) => (i * 137) % 101);

const read = (signals: Parameters<typeof readWeakRetrieval>[0]['signals']) =>
  readWeakRetrieval({ questions, signals, weak, before, after, seed: 3, resamples: 500 });

describe('weak retrieval', () => {
  const found = read({ gap: strength, spread: noise, agreement: noise });

  it('is predicted by a signal that orders it, and not by noise', () => {
    const area = (name: string) => found.areas.find(({ signal }) => signal === name)!;
    expect(area('gap').auc).toBe(1);
    expect(area('all').auc).toBeGreaterThan(0.95);
    expect(area('spread').ci95![0]).toBeLessThan(0.5);
    expect(area('spread').ci95![1]).toBeGreaterThan(0.5);
    expect(found.areas.map(({ signal }) => signal)).toEqual(['gap', 'spread', 'agreement', 'all']);
  });

  it('costs nothing where only weak questions are reranked, and something where some of them are not', () => {
    const at = (share: number) => found.curve.find((point) => point.signal === 'gap' && point.share === share)!;
    expect(at(0.4).difference).toBeGreaterThan(0);
    expect(at(0.1).difference).toBeLessThan(0);
    expect(at(0.1).ci95![1]).toBeLessThan(0);
    expect(at(0.5).reranked).toBeCloseTo(0.5, 1);
    // What is known after reranking cannot gate it.
    expect(found.curve.some(({ signal }) => (signal as string) === 'agreement')).toBe(false);
  });

  it('is gated by what the other folds chose: here by the gap, with most calls saved and no loss', () => {
    const { chosen, always, never } = found;
    expect(never).toBeLessThan(always);
    expect(chosen.byFold.every((each) => each?.signal === 'gap')).toBe(true);
    expect(chosen.reranked).toBeLessThan(0.5);
    expect(chosen.difference).toBeGreaterThan(-0.02);
    expect(chosen.ci95![0]).toBeLessThan(chosen.difference);
  });

  it('reranks all where any gate loses', () => {
    const gains = { questions, weak, before: new Float64Array(N), after: new Float64Array(N).fill(1) };
    const { chosen } = readWeakRetrieval({ ...gains, signals: { gap: strength }, seed: 1, resamples: 99 });
    expect(chosen).toMatchObject({ reranked: 1, difference: 0, byFold: [null, null, null, null, null] });
  });

  it('is read of empty lists and of one signal', () => {
    const none = read({ gap: strength.map((value) => (value < 0.1 ? -Infinity : value)) });
    expect(none.areas).toHaveLength(1);
    expect(none.areas[0]!.auc).toBe(1);
    expect(read({ gap: strength.map(() => -Infinity), spread: noise }).areas[2]!.signal).toBe('all');
  });
});
