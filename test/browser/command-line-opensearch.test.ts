import { expect, test } from '@playwright/test';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasEngineDescriptions } from '../engine-descriptions';
import { recordedOpensearch } from '../engine-server/opensearch';
import { startEngine } from '../engine-server/server';
import type { Exported } from './app';
import { evaluateIn, ROOT } from './hitrate-command';

test.skip(!hasEngineDescriptions(), 'no descriptions of engines');

test(
  'the whole command runs on OpenSearch, whose exact vector search scores as the page',
  { tag: '@full' },
  async () => {
    const out = mkdtempSync(join(tmpdir(), 'hitrate-out-'));
    const server = await startEngine(recordedOpensearch());
    const surroundings = { folder: out, cache: join(out, 'cache') };
    const sample = join(ROOT, 'public/samples', readdirSync(join(ROOT, 'public/samples'))[0]!);
    const command = [sample, '--systems', 'bm25,embedding,ensemble-rrf', '--k', '1,10', '--measures', 'nDCG@10,MRR@10'];
    const address = `opensearch+http://${server.host}`;

    const onEngine = await evaluateIn(surroundings, ...command, '--engine', address, '--out', 'engine');
    expect(onEngine.code, onEngine.stderr).toBe(0);
    expect(server.problems()).toEqual([]);
    const page = await evaluateIn(surroundings, ...command, '--out', 'page');
    expect(page.code, page.stderr).toBe(0);

    const results = (folder: string): Exported =>
      JSON.parse(readFileSync(join(out, folder, 'results.json'), 'utf8')) as Exported;
    const perQuery = (folder: string) => results(folder).systems.find(({ id }) => id === 'embedding')!.perQuery;
    expect(perQuery('engine')).toEqual(perQuery('page'));
    expect(results('engine').manifest).toMatchObject({
      engine: {
        engine: 'opensearch',
        version: 'OpenSearch 3.2.0',
        systems: { bm25: { retrievers: [{ kind: 'bm25' }] } },
      },
    });
    await server.stop();
    rmSync(out, { recursive: true });
  },
);
