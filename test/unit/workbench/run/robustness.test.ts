import { describe, expect, it } from 'vitest';
import { catalogue } from '../../../../src/domain/experiment/catalogue';
import { DEFAULT_ANALYZER } from '../../../../src/domain/text/analyzer-spec';
import { perturbed } from '../../../../src/domain/robustness/perturbation';
import type { Robustness, RobustnessProgress } from '../../../../src/workbench/run/robustness';
import { experiment, madeUp, openBench } from '../workshop';

const spec = experiment({ systems: ['bm25', 'embedding'] });
const counts = (of: Robustness) => of.kinds.map(({ kind, changed, unchanged }) => [kind, changed.length, unchanged]);
const still = { signal: new AbortController().signal, progress: () => undefined };

describe('systems whose questions are asked in other forms', () => {
  it('lose what a run of the other questions loses, each by its own', async () => {
    const made = madeUp(30, 24);
    const data = { ...made, queries: made.queries.map((query) => ({ ...query, text: `Amber ${query.text}` })) };
    const { bench, collection } = await openBench(data);
    const steps: RobustnessProgress[] = [];
    const context = { ...still, progress: (step: RobustnessProgress) => void steps.push(step) };
    const options = { spec, measure: 'nDCG@10', seed: 5 };
    const found = await bench.runs.robustness(collection.id, options, context);
    expect(found).toMatchObject({ questions: 24, systems: ['bm25', 'embedding'], leftOut: [] });
    expect(counts(found)).toEqual([
      ['typing', 24, 0],
      ['case', 24, 0],
    ]);
    expect(new Set(steps.map(({ kind }) => kind))).toEqual(new Set([null, 'typing', 'case']));
    expect(await bench.runs.results(collection.id)).toEqual([]);

    // The same by two collections, one of them with the other questions.
    const before = await bench.runs.run(collection.id, spec, still);
    for (const kind of ['typing', 'case'] as const) {
      const queries = data.queries.map((query) => ({ ...query, text: perturbed(query, kind, 5)! }));
      const other = await openBench({ ...data, queries });
      const after = await other.bench.runs.run(other.collection.id, spec, still);
      before.systems.forEach(({ id, measures }, s) => {
        const loss = found.losses.find((each) => each.kind === kind && each.system === id)!;
        expect(loss.meanBefore).toBeCloseTo(measures['nDCG@10']!, 12);
        expect(loss.meanAfter).toBeCloseTo(after.systems[s]!.measures['nDCG@10']!, 12);
        expect(loss.difference).toBeCloseTo(after.systems[s]!.measures['nDCG@10']! - measures['nDCG@10']!, 12);
      });
    }
    // Words are looked up in lower case.
    const loss = (kind: string, system: string) => found.losses.find((l) => l.kind === kind && l.system === system)!;
    expect(loss('case', 'bm25').difference).toBe(0);
    expect(loss('typing', 'embedding').difference).not.toBe(0);
    expect(await bench.runs.robustness(collection.id, options, still)).toEqual(found);
  });

  it('are compared on the questions that a kind can change, and others are counted', async () => {
    const data = madeUp(30, 24);
    const queries = data.queries.map((query, i) => (i < 10 ? { ...query, text: query.text.toLowerCase() } : { ...query, text: 'é' })); // prettier-ignore
    const { bench, collection } = await openBench({ ...data, queries });
    const found = await bench.runs.robustness(collection.id, { spec, measure: 'nDCG@10', seed: 5 }, still);
    const { losses } = found;
    expect(counts(found)).toContainEqual(['typing', 10, 14]);
    expect(losses.filter(({ kind }) => kind === 'typing').map(({ questions }) => questions)).toEqual([10, 10]);
    expect(losses.filter(({ kind }) => kind === 'diacritics').map(({ questions }) => questions)).toEqual([14, 14]);
  });

  it('leave Japanese words in hiragana, by the dictionary', { timeout: 60_000 }, async () => {
    const data = madeUp(30, 24);
    const queries = data.queries.map((query, i) => (i === 0 ? { ...query, text: '首都はどこですか' } : query));
    const { bench, collection } = await openBench({ ...data, queries });
    const { kinds } = await bench.runs.robustness(collection.id, { spec, measure: 'nDCG@10', seed: 5 }, still);
    const { changed } = kinds.find(({ kind }) => kind === 'unconverted')!;
    expect(changed.map(({ text }) => text)).toEqual(['しゅとはどこですか']);
  });

  it('take homophones of the documents for Chinese words', async () => {
    const data = madeUp(30, 24);
    const queries = data.queries.map((query, i) => (i === 0 ? { ...query, text: '公式' } : query));
    const docs = data.docs.map((doc, i) => (i === 0 ? { ...doc, text: `${doc.text} 攻势 公式` } : doc));
    const { bench, collection } = await openBench({ ...data, docs, queries });
    const { kinds } = await bench.runs.robustness(collection.id, { spec, measure: 'nDCG@10', seed: 5 }, still);
    const { changed } = kinds.find(({ kind }) => kind === 'pinyin')!;
    expect(changed.map(({ text }) => text)).toEqual(['攻势']);
    // Without a homophone in any document, the form has no question.
    const without = await openBench({ ...data, queries });
    const none = await without.bench.runs.robustness(
      without.collection.id,
      { spec, measure: 'nDCG@10', seed: 5 },
      still,
    );
    expect(none.kinds.map(({ kind }) => kind)).not.toContain('pinyin');
  });

  it('are left out where they read more than the text of a question', async () => {
    const { bench, collection } = await openBench(madeUp(30, 40));
    const learned = catalogue(DEFAULT_ANALYZER, 26).flatMap(({ system }) =>
      system.id === 'lambda-mart' ? [system] : [],
    );
    const trained = experiment({ systems: ['bm25'], composed: learned });
    const learns = trained.systems.filter(({ id }) => id !== 'bm25').map(({ id }) => id);
    const found = await bench.runs.robustness(collection.id, { spec: trained, measure: 'nDCG@10', seed: 1 }, still);
    expect(found.leftOut).toEqual(learns);
  });
});
