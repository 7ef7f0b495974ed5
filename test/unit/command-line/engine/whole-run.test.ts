import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fuse } from '../../../../src/domain/fusion/fuse';
import { rank } from '../../../../src/domain/run/order';
import type { DocId, Ranking } from '../../../../src/base/types';
import { hasEngineDescriptions } from '../../../engine-descriptions';
import { Bm25 } from '../../../engine-server/bm25';
import { recordedElasticsearch } from '../../../engine-server/elasticsearch';
import { recordedOpensearch } from '../../../engine-server/opensearch';
import { madeCollection } from '../../../engine-server/passages';
import { EngineFolder, listsOf } from '../../../engine-server/run';
import { type Engine, type EngineServer, startEngine } from '../../../engine-server/server';

const { passages, questions } = madeCollection(60, 9);
const DEPTH = 100;

const ENGINES: Readonly<Record<string, () => Engine>> = {
  opensearch: recordedOpensearch,
  elasticsearch: recordedElasticsearch,
};

const cosine = (a: readonly number[], b: readonly number[]): number => {
  const product = (x: readonly number[], y: readonly number[]) => x.reduce((sum, v, i) => sum + v * y[i]!, 0);
  return product(a, b) / Math.sqrt(product(a, a) * product(b, b));
};

const ranked = (scores: Iterable<readonly [string, number]>): Ranking =>
  rank([...scores].map(([id, score]) => ({ id: id as DocId, score }))).slice(0, DEPTH);

/** What Hitrate itself finds for a question. */
function expected({ text, vector }: (typeof questions)[number]): Record<'words' | 'vectors' | 'both', Ranking> {
  const bm25 = new Bm25(passages.map(({ id, text: passage }) => [id, passage.split(' ')] as const));
  const words = ranked(bm25.scores(text.split(' '), { k1: 1.2, b: 0.7 }));
  const vectors = ranked(passages.map((each) => [each.id, cosine(each.vector, vector)] as const));
  return { words, vectors, both: fuse([words, vectors], { method: 'rrf', constant: 60, weights: [1, 1] }) };
}

describe.skipIf(!hasEngineDescriptions()).each(Object.entries(ENGINES))('a run on %s', (name, engine) => {
  let server: EngineServer;
  let folder: EngineFolder;
  const address = (): string => `${name}+http://${server.host}`;
  beforeEach(async () => {
    server = await startEngine(engine());
    folder = new EngineFolder(passages, questions);
  });
  afterEach(async () => {
    await server.stop();
    folder.remove();
  });

  it('finds what Hitrate finds, by requests that the published interface has', { timeout: 120_000 }, async () => {
    const { run, said } = await folder.run(address());
    expect(server.problems()).toEqual([]);
    expect(Object.keys(run!.runs)).toEqual([
      'runs/1-bm25.run',
      'runs/2-file-vectors.run',
      'runs/3-file-vectors-rrf.run',
    ]);
    const [words, vectors, both] = Object.values(run!.runs).map(listsOf);
    for (const question of questions) {
      const here = expected(question);
      for (const [lists, ranking] of [
        [words, here.words],
        [vectors, here.vectors],
        [both, here.both],
      ] as const) {
        const found = lists!.get(question.id)!;
        expect(found.map(({ id }) => id)).toEqual(ranking.map(({ id }) => id));
        found.forEach(({ score }, i) => expect(score).toBeCloseTo(ranking[i]!.score, 5));
      }
    }
    expect(said.join('\n')).toMatch(/Building the index “hitrate_mine_[0-9a-f]+”[\s\S]*stays for the next command/);

    // The same command finds its index, and builds none.
    const before = server.requests.length;
    const again = await folder.run(address());
    expect(again.run!.runs).toEqual(run!.runs);
    const later = server.requests.slice(before).map(({ method }) => method);
    expect(later).not.toContain('PUT');
    expect(again.said.join('\n')).toContain('is there, with 60 passages');
  });

  it('refuses a request that the published interface does not have', { timeout: 120_000 }, async () => {
    const type =
      name === 'elasticsearch' ? 'application/vnd.elasticsearch+json; compatible-with=9' : 'application/json';
    const headers = { 'content-type': type, accept: type };
    const send = (path: string, body: object) =>
      fetch(`http://${server.host}${path}`, { method: 'PUT', headers, body: JSON.stringify(body) });
    await send('/hitrate_x', { mappings: { properties: { text: { type: 'words' } } } });
    await send('/hitrate_x/_settings', {});
    expect(server.problems()).toHaveLength(2);
  });
});
