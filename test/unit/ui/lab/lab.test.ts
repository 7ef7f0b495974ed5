import { describe, expect, it, vi } from 'vitest';
import { HitrateError } from '../../../../src/contract/errors';
import type { LabInput } from '../../../../src/domain/lab/questions';
import { createLab } from '../../../../src/adapters/lab/lab';
import type { LabSession } from '../../../../src/workbench/inspect/lab';
import { LabState } from '../../../../src/ui/lab/lab.svelte';
import { labOf, twoKinds } from '../../domain/lab/make';
import { resultOf } from '../result';

const result = resultOf({ bm25: [1, 2, 3], embedding: [2, 1, 1], ensemble: [1, 1, 1] });

/** A lab in this process, over made-up lists under the names of the result's. */
async function sessionOf(lists: readonly string[], asked: unknown[]): Promise<LabSession> {
  const made = labOf(
    twoKinds(12, (q) => q % 2 === 0),
    { measures: ['MAP', 'HitRate@1'] },
  );
  const systems = ['bm25', 'embedding', 'ensemble'].map((id, i) => ({ ...made.systems[i % 2]!, id }));
  const input: LabInput = {
    ...made,
    systems,
    lists: lists.map((id, i) => ({ id, rankings: made.lists[i % 2]!.rankings })),
  };
  const lab = createLab();
  await lab.open(input);
  return {
    ...lab,
    read: (move) => {
      asked.push(move);
      return lab.read(move);
    },
    close: () => Promise.resolve(),
  };
}

const { signal } = new AbortController();

async function opened(asked: unknown[] = []): Promise<LabState> {
  const lab = new LabState({ inspect: { lab: (_, lists) => sessionOf(lists, asked) } }, signal);
  await lab.open(result, 'MAP');
  return lab;
}

async function evaluated(asked: unknown[] = []): Promise<LabState> {
  const lab = await opened(asked);
  await vi.waitFor(() => expect(lab.evaluation).not.toBeNull());
  return lab;
}

describe('LabState', () => {
  it('opens on the systems that are one retriever alone, against the best of them', async () => {
    const lab = await opened();
    expect(lab.lists).toEqual(['bm25', 'embedding']);
    expect([lab.baseline, lab.followsBest]).toEqual(['embedding', true]);
    await vi.waitFor(() => expect(lab.evaluation?.measures['MAP']).toBeDefined());
    // Once the hand rests, the map comes unasked.
    await vi.waitFor(() => expect(lab.isMapCurrent).toBe(true), 10_000);
    lab.set({ weights: [0.25, 0.75] });
    expect(lab.isMapCurrent).toBe(true);
    lab.set({ norm: 'max' });
    expect(lab.isMapCurrent).toBe(false);
    await lab.close();
  });

  it('asks for the last of many moves alone, and shows what that gives', async () => {
    const asked: { setting: { weights: readonly number[] } }[] = [];
    const lab = await evaluated(asked);
    asked.length = 0;
    for (let i = 0; i <= 100; i++) lab.set({ weights: [i / 100, 1 - i / 100] });
    await vi.waitFor(() => expect(asked.at(-1)!.setting.weights).toEqual([1, 0]));
    expect(asked.length).toBeLessThan(5);
    await lab.close();
  });

  it('does not begin again unasked what was cancelled', async () => {
    const lab = await opened();
    await vi.waitFor(() => expect(lab.search).toBe('map'));
    await lab.stop();
    await vi.waitFor(() => expect(lab.searching.busy).toBe(false));
    lab.set({ weights: [0.3, 0.7] });
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect([lab.map, lab.searching.busy]).toEqual([null, false]);
    await lab.drawMap();
    expect(lab.isMapCurrent).toBe(true);
    await lab.close();
  });

  it('does not ask for weights that are all 0, and says so', async () => {
    const asked: unknown[] = [];
    const lab = await evaluated(asked);
    const before = asked.length;
    lab.set({ weights: [0, 0] });
    expect(lab.problem).toContain('above 0');
    lab.set({ weights: [0, 1] });
    await vi.waitFor(() => expect(asked.length).toBe(before + 1));
    await lab.close();
  });

  it('shows why the lab does not open', async () => {
    const lab = new LabState(
      {
        inspect: {
          lab: () => Promise.reject(new HitrateError('lists-missing', 'The lists of “bm25” are no longer kept.')),
        },
      },
      signal,
    );
    await lab.open(result, 'MAP');
    expect(lab.failure).toEqual({ expected: true, message: 'The lists of “bm25” are no longer kept.' });
  });

  it('tunes, and puts nothing in place of a search that was stopped', async () => {
    const lab = await evaluated();
    const search = { kind: 'grid', varied: ['weights'], draws: 0, seed: 1 } as const;
    const stopped = lab.tune(search);
    expect([lab.searching.busy, lab.search]).toEqual([true, 'tune']);
    await lab.stop();
    await stopped;
    expect([lab.tuned, lab.searching.busy]).toEqual([null, false]);
    await lab.tune(search);
    expect(lab.tuned!.settings).toBe(21);
    await lab.tune({ ...search, varied: [] });
    expect(lab.searching.failure?.message).toContain('there is one setting alone');
    await lab.close();
  });
});
