import { beforeEach, describe, expect, it } from 'vitest';
import { docId, queryId } from '../../../../src/base/types';
import type { ExperimentSpec } from '../../../../src/domain/experiment/experiment';
import { createWorkbench } from '../../../../src/workbench/workbench';
import { experiment, keep, madeUp, openWorkshop, READ_LETTERS, type Workshop } from '../workshop';

let workshop: Workshop;

beforeEach(async () => (workshop = await openWorkshop()));

const run = (spec: ExperimentSpec, id: string) =>
  createWorkbench(workshop.ports).runs.run(id, spec, {
    signal: new AbortController().signal,
    progress: () => undefined,
  });

describe('what a model does not read', () => {
  it('is reported for passages, from the cache too', async () => {
    const dataset = madeUp(60, 60);
    const long = dataset.docs.map((doc, i) => (i < 3 ? { ...doc, text: `${doc.text} ${'long '.repeat(20)}` } : doc));
    const { id } = await keep(workshop, { ...dataset, docs: long });
    for (const depth of [100, 50]) {
      const result = await run(experiment({ systems: ['embedding'], depth }), id);
      const systems = [{ id: 'embedding', cut: 3, of: 60 }];
      expect(result.warnings).toContainEqual({ code: 'truncated-passages', data: { systems } });
    }
  });

  it('is reported for pairs, from the cache too; pairs read whole by windows are not among them', async () => {
    const dataset = madeUp(60, 60);
    const { text } = dataset.docs[0]!;
    const docs = [text.padEnd(READ_LETTERS, '.'), text.padEnd(READ_LETTERS + 1, '.')].map((long, i) => ({
      ...dataset.docs[i]!,
      text: long,
    }));
    const judgments = [{ query: queryId('q0'), doc: docId('d0'), grade: 1 }];
    const { id } = await keep(workshop, { docs, queries: dataset.queries, judgments });
    for (const depth of [100, 50]) {
      const result = await run(experiment({ systems: ['ensemble-rerank'], depth }), id);
      const systems = [{ id: 'ensemble-rerank', cut: 1 }];
      expect(result.warnings).toContainEqual({ code: 'truncated-pairs', data: { systems } });
    }
    expect(workshop.work.scored).toBe(2);
  });
});
