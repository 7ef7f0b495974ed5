import type { JudgingAct } from '../../../../src/domain/judging/acts';
import { Copies, Places } from '../../../../src/domain/judging/places';
import type { PoolInput } from '../../../../src/domain/judging/pool';
import { packRankings } from '../../../../src/domain/run/packed';
import type { ChunkerSpec } from '../../../../src/domain/chunk/chunker-spec';
import type { ExperimentSpec } from '../../../../src/domain/experiment/experiment';
import { docId, queryId, type Doc, type DocId, type Span } from '../../../../src/base/types';

export const textDoc = (id: string, text: string): Doc => ({ id: docId(id), title: '', text });

export function docsOf(texts: Readonly<Record<string, string>>): ReadonlyMap<DocId, Doc> {
  return new Map(Object.entries(texts).map(([id, text]) => [docId(id), textDoc(id, text)]));
}

export function around(docs: ReadonlyMap<DocId, Doc>) {
  const places = new Places(docs);
  return { places, copies: new Copies(places), seed: 'collection' };
}

/** Lists by system, then by question: ids, best first, with scores that fall by one. */
export function pooled(
  lists: Readonly<Record<string, readonly (readonly string[])[]>>,
  {
    chunkers = {},
    ...changes
  }: Partial<Omit<ExperimentSpec, 'systems'>> & { chunkers?: Readonly<Record<string, ChunkerSpec>> } = {},
): PoolInput {
  const docs: DocId[] = [];
  const position = (id: string): number => {
    const known = docs.indexOf(docId(id));
    return known >= 0 ? known : docs.push(docId(id)) - 1;
  };
  const systems = Object.entries(lists).map(([id, own]) => ({
    id,
    top: packRankings(own.map((list) => list.map((doc, rank) => ({ doc: position(doc), score: 100 - rank })))),
  }));
  const questions = Math.max(...Object.values(lists).map((own) => own.length));
  const spec: ExperimentSpec = {
    schema: 1,
    systems: systems.map(({ id }) => ({
      id,
      ...(chunkers[id] ? { chunker: chunkers[id] } : {}),
      retrievers: [{ kind: 'run' } as unknown as ExperimentSpec['systems'][number]['retrievers'][number]],
      fusion: null,
      learned: null,
      rerank: null,
      threshold: null,
    })),
    depth: 20,
    lists: 'depth',
    ks: [10],
    measures: ['nDCG@10'],
    relevance: 1,
    missing: 'zero',
    ...changes,
  };
  return { spec, systems, docs, queries: Array.from({ length: questions }, (_, i) => queryId(`q${i}`)) };
}

export function act(
  query: string,
  doc: string,
  grade: number | null,
  { span = null, round = 1, note = '' }: { span?: Span | null; round?: number; note?: string } = {},
): JudgingAct {
  return { query: queryId(query), doc: docId(doc), span, grade, round, note, milliseconds: 900, at: 1 };
}
