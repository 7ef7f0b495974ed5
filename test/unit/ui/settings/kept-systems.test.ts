import { expect, it } from 'vitest';
import { composedOf } from '../../../../src/domain/experiment/composed';
import { blindComparison } from '../../../../src/domain/learning/blind-comparison';
import type { BlindEvidence } from '../../../../src/domain/learning/session-record';
import { createWorkbench } from '../../../../src/workbench/workbench';
import { KeptSystemsState } from '../../../../src/ui/settings/kept-systems.svelte';
import { evidenceText } from '../../../../src/ui/shared/messages/blind-evidence';
import { experiment, keep, madeUp, openWorkshop } from '../../workbench/workshop';

const naming = { encoder: () => ({}), reranker: () => ({}) };
const evidence: BlindEvidence = {
  kind: 'preferred',
  lists: 30,
  marks: 44,
  over: 'bm25',
  mean: 0.21,
  interval: [0.05, 0.37],
};

it('a system has the newest evidence of the same parts, whatever it is called, until a part of it is changed', async () => {
  const workshop = await openWorkshop();
  const bench = createWorkbench(workshop.ports);
  const { id } = await keep(workshop, madeUp(20, 4));
  const spec = experiment({ systems: ['bm25', 'embedding'] });
  const system = spec.systems.find((each) => each.id === 'embedding')!;
  const comparison = blindComparison({
    id: 'c',
    createdAt: 1,
    spec,
    method: 'probabilistic',
    depth: 10,
    seed: 5,
    margin: 0.1,
    questions: 'own',
  });
  await bench.blind.add(id, comparison);
  const state = new KeptSystemsState(bench, id, new AbortController().signal);
  await state.read();
  const renamed = { ...composedOf(system), id: 'embedding, preferred blind' };
  expect(state.of(renamed, spec.systems, naming)).toBeNull();
  await bench.blind.keep(id, 'c', { at: 1, system, evidence: { ...evidence, lists: 20 } });
  await bench.blind.keep(id, 'c', { at: 2, system, evidence });
  await state.sync();
  expect(state.of(renamed, spec.systems, naming)).toEqual({ at: 2, system, evidence, session: 'c' });
  expect(state.of({ ...renamed, threshold: 0.5 }, spec.systems, naming)).toBeNull();
  // With another chunking it would search other passages.
  const cut = spec.systems.map((each) => ({ ...each, chunker: { kind: 'sentences' } as never }));
  expect(state.of(renamed, cut, naming)).toBeNull();
});

it('is said in a line, with the interval where there is one', () => {
  expect(evidenceText(evidence)).toBe(
    'Preferred blind on 30 questions: .21 more credit per question than bm25, 95 % confidence sequence +.05 to +.37.',
  );
  expect(evidenceText({ ...evidence, kind: 'remained', of: 5, interval: null })).toBe(
    'Remained of 5 systems after 30 questions: .21 more credit per question than bm25.',
  );
  expect(evidenceText({ kind: 'learned', lists: 12, marks: 1, moved: 0.07 })).toBe(
    'Weights learned blind from 1 mark on 12 questions, which moved 7\u00a0% of the weight. No interval is known.',
  );
});
