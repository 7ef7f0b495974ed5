import { describe, expect, it } from 'vitest';
import { createWorkbench } from '../../../../src/workbench/create-workbench';
import type { LayoutStep } from '../../../../src/domain/question-map/umap-layout';
import { experiment, inProcess, keep, madeUp, openWorkshop } from '../workshop';

const quiet = () => ({ signal: new AbortController().signal, progress: () => undefined });

async function run() {
  const workshop = await openWorkshop();
  const bench = createWorkbench(workshop.ports);
  const { id } = await keep(workshop, madeUp(60, 44));
  return { workshop, bench, id, result: await bench.runs.run(id, experiment(), quiet()) };
}

describe('the map of questions of a result', () => {
  it('is by the vectors that the run left, without the model, and else by words', async () => {
    const { bench, workshop, result } = await run();
    const before = workshop.work.embedded;
    const steps: LayoutStep[] = [];
    const found = await bench.inspect.map(result, { ...quiet(), progress: (step) => steps.push(step) });
    expect(found.model).toBe('hitrate-embedding');
    expect(found.map!.x).toHaveLength(44);
    expect(workshop.work.embedded).toBe(before);
    expect(steps.at(-1)).toMatchObject({ what: 'arranging', done: steps.at(-1)!.total });
    const words = { ...result, spec: { ...result.spec, systems: result.spec.systems.slice(0, 1) } };
    const other = await bench.inspect.map(words, quiet());
    expect(other.model).toBeNull();
    expect(other.map).not.toEqual(found.map);
    expect(await bench.inspect.map(result, quiet())).toEqual(found);
  });

  it('gives its signal to the worker, which an abort ends, and frees it afterwards', async () => {
    const { workshop, result } = await run();
    const abort = new AbortController();
    const reason = new Error('not wanted any more');
    let [given, released]: [AbortSignal | undefined, number] = [undefined, 0];
    const questionMap = {
      with: (signal?: AbortSignal) => {
        given = signal;
        return { layOut: () => (abort.abort(reason), Promise.reject(signal!.reason as Error)) };
      },
      release: () => void released++,
    } satisfies ReturnType<typeof inProcess>;
    const bench = createWorkbench({ ...workshop.ports, questionMap });
    await expect(bench.inspect.map(result, { ...quiet(), signal: abort.signal })).rejects.toBe(reason);
    expect([given, released]).toEqual([abort.signal, 1]);
  });
});
