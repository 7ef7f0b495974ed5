import { expect, it } from 'vitest';
import { docId, queryId } from '../../../../src/base/types';
import { DEFAULT_CHUNKER } from '../../../../src/domain/chunk/chunker-spec';
import { experiment, externalRun, keep, openWorkshop, quiet, remarksOf } from '../workshop';
import { createWorkbench } from '../../../../src/workbench/workbench';

const texts = ['cars harm lungs', 'cars harm nobody', 'uniforms help pupils', 'uniforms help nobody'];
const pairs = [1, 0, 3, 2];

/** As ArguAna: each question is a document, and the answer to it is the next. */
const dataset = (excluded?: string) => ({
  docs: texts.map((text, i) => ({ id: docId(`d${i}`), title: '', text })),
  queries: texts.map((text, i) => ({
    id: queryId(`d${i}`),
    text,
    ...(excluded !== undefined && { excluded: [docId(excluded)] }),
  })),
  judgments: pairs.map((other, i) => ({ query: queryId(`d${i}`), doc: docId(`d${other}`), grade: 1 })),
});

async function evaluated(set: ReturnType<typeof dataset>, changes: Parameters<typeof experiment>[0]) {
  const workshop = await openWorkshop();
  const run = externalRun(Object.fromEntries(texts.map((_, i) => [`d${i}`, [`d${i}`, `d${pairs[i]}`]])), 'other');
  const { id } = await keep(workshop, set, 'made up', [run]);
  const bench = createWorkbench(workshop.ports);
  const spec = experiment({ systems: ['bm25'], families: [], measures: ['MRR@1', 'MRR@2'], ks: [1, 2], ...changes });
  const [external] = await bench.runs.external(id);
  const other = {
    ...spec.systems[0]!,
    id: 'other',
    retrievers: [{ kind: 'run' as const, name: 'other', hash: external!.hash }],
  };
  const result = await bench.runs.run(id, { ...spec, systems: [...spec.systems, other] }, quiet);
  const lists = await bench.inspect.rankings(result, 'other');
  return {
    result,
    other: lists,
    figures: result.systems.map(({ measures }) => [measures['MRR@1'], measures['MRR@2']]),
  };
}

it('a question that is a document takes its first rank, and is left out where that is asked for, at any depth', async () => {
  expect((await evaluated(dataset(), {})).figures).toEqual([[0, 0.5], [0, 0.5]]); // prettier-ignore
  const { result, figures } = await evaluated(dataset(), { ownDocument: 'leave-out', lists: 'k' });
  expect(figures).toEqual([[1, 1], [1, 1]]); // prettier-ignore
  expect(remarksOf(result)).toContainEqual({ code: 'excluded', data: { questions: 4 } });
});

it('a document that the source leaves out is in no list of its question, in those of imported runs too', async () => {
  const { result, other, figures } = await evaluated(dataset('d1'), {});
  // Of d0 the answer is gone, and of d1 what stood before it.
  expect(figures).toEqual([[0.25, 0.5], [0.25, 0.5]]); // prettier-ignore
  expect([...other!.values()].flat().some(({ id }) => id === 'd1')).toBe(false);
  expect(result.excluded).toEqual(texts.map(() => ['d1']));
});

it.each([null, [{ ...DEFAULT_CHUNKER, size: 12, overlap: 0 }]])(
  'an estimate finds the lists of a run that left documents out, by documents and by passages',
  async (chunkings) => {
    const workshop = await openWorkshop();
    const { id } = await keep(workshop, dataset('d1'));
    const { runs } = createWorkbench(workshop.ports);
    const settings = {
      systems: ['bm25', 'ensemble-rerank'] as const,
      ks: [1],
      depth: 2,
      lists: 'k' as const,
      chunkings,
    };
    await runs.run(id, experiment(settings), quiet);
    // A result of other figures: not this one, which is known as a whole.
    const again = { ...settings, families: ['Recall'], ks: [1] };
    expect((await runs.estimate(id, experiment(again))).pending).toEqual([]);
    const others = (await runs.estimate(id, experiment({ ...again, ownDocument: 'leave-out' }))).pending;
    expect(others.map(({ stage }) => stage)).toContain('rerank');
  },
);
