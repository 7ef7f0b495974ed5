import { expect, it, vi } from 'vitest';
import type { WorkspaceReport } from '../../../../src/contract/workspace';
import { lostPart, heldParts, workspaceProblem } from '../../../../src/ui/shared/messages/workspace';
import { OpeningState } from '../../../../src/ui/workspace/opening.svelte';
import { addFiles } from '../../../../src/ui/importing/add-files';

const holds = { docs: 2, queries: 1, judgments: 3, results: 1, runs: 0, vectors: false };
const whole: WorkspaceReport = { name: 'a', written: null, problems: [], more: 0, holds, lost: [] };

function opening(report: WorkspaceReport) {
  const onOpened = vi.fn();
  const record = { id: 'n', name: 'a' };
  const workspaces = {
    read: vi.fn(() => Promise.resolve(report)),
    open: vi.fn(() => Promise.resolve({ record, settings: { margins: 0.1 } })),
    discard: vi.fn(),
  };
  const written: Record<string, unknown> = {};
  const preferences = { read: () => null, write: (key: string, value: unknown) => void (written[key] = value) };
  const state = new OpeningState({ workspaces } as never, preferences, onOpened);
  return { state, workspaces, onOpened, written };
}

const file = { path: 'a.hitrate', file: new Blob(['x']) };

it('a whole workspace is previewed, and opened with its settings', async () => {
  const { state, onOpened, written } = opening(whole);
  await state.read(file);
  expect([state.phase, state.ready, state.damaged]).toEqual(['preview', true, false]);
  await state.keep();
  expect(state.phase).toBe('idle');
  expect(written).toEqual({ margins: { n: 0.1 } });
  expect(onOpened).toHaveBeenCalledWith({ id: 'n', name: 'a' });
});

it('what has nothing to open has failed, and is not opened', async () => {
  const problems = [{ code: 'workspace-foreign', data: null }] as const;
  const { state, workspaces } = opening({ ...whole, holds: null, problems });
  await state.read(file);
  expect([state.phase, state.ready, state.damaged]).toEqual(['failed', false, true]);
  await state.keep();
  expect(workspaces.open).not.toHaveBeenCalled();
  state.discard();
  expect(state.phase).toBe('idle');
});

it('a file is taken for a workspace by its first bytes or its name', async () => {
  const given: string[] = [];
  const readers = {
    opening: { read: ({ path }: { path: string }) => Promise.resolve(void given.push(`workspace ${path}`)) },
    importing: { read: () => Promise.resolve(void given.push('files')), phase: 'preview' },
    documents: {},
  } as never;
  const name = new TextEncoder().encode('manifest.json{"format":"hitrate-workspace","version":1}');
  const bytes = new Uint8Array(30 + name.length);
  bytes.set([0x50, 0x4b, 3, 4]);
  bytes.set(name, 30);
  await addFiles(readers, Promise.resolve([{ path: 'download.bin', file: new Blob([bytes]) }]));
  await addFiles(readers, Promise.resolve([{ path: 'cut.hitrate', file: new Blob([]) }]));
  await addFiles(readers, Promise.resolve([{ path: 'set.zip', file: new Blob(['PK']) }]));
  expect(given).toEqual(['workspace download.bin', 'workspace cut.hitrate', 'files']);
});

it('what is wrong and what is lost is said in words', () => {
  expect(workspaceProblem({ code: 'workspace-newer', data: { app: '3.0', version: 2, known: 1 } })).toContain('(3.0)');
  expect(lostPart({ part: 'results', count: 2 })).toBe('2 results');
  expect(heldParts(holds)).toEqual(['2 documents', '1 question', '3 judgments', '1 result']);
});
