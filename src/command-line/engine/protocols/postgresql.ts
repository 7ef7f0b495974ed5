import type { DocId, Json, Ranking } from '../../../base/types';
import { tokenText } from '../../../domain/handover/postgresql/token-text';
import type { EngineIndex, EngineRequest, IndexState, Marker, Metric, Protocol } from '../types';

/** Operators of pgvector, smaller is nearer, and the score that Hitrate gives by the same distance. */
const METRICS: Readonly<Record<Metric, { operator: string; score: (distance: string) => string; opclass: string }>> = {
  cosine: { operator: '<=>', score: (distance) => `1 - (${distance})`, opclass: 'vector_cosine_ops' },
  'dot-product': { operator: '<#>', score: (distance) => `-(${distance})`, opclass: 'vector_ip_ops' },
  euclidean: { operator: '<->', score: (distance) => `-(${distance})`, opclass: 'vector_l2_ops' },
};

const sql = (path: string, values: EngineRequest['values'] = []): EngineRequest => ({ method: 'SQL', path, values });

const needs = (index: EngineIndex, kind: 'words' | 'vector'): boolean =>
  index.fields.some((field) => field.kind === kind);

/** Vectors that fit a page of 8 kB with the rest of their row are kept in it: read from elsewhere they take four times as long. */
const MAX_IN_ROW = 6000;
const vectorBytes = ({ fields }: EngineIndex): number =>
  fields.reduce((sum, field) => sum + (field.kind === 'vector' ? 8 + 4 * field.dimensions : 0), 0);

/** One table an index, with the terms of each analyzer and the vectors of each encoder as columns. */
export const postgresql: Protocol = {
  // https://github.com/pgvector/pgvector: columns of `vector`, and indexes on them.
  limits: { exact: 16_000, graph: 2_000 },

  version: () => [
    sql('select version() as version'),
    sql(
      `select name, default_version from pg_available_extensions where name in ('vector', 'pg_textsearch') order by 1`,
    ),
  ],
  readVersion: ([about, extensions]) => {
    const [{ version = '' } = {}] = rowsOf(about);
    const named = rowsOf(extensions).map(({ name, default_version }) => `${name} ${default_version}`);
    const server = /^PostgreSQL [\d.]+(?: \([^)]*\))?/.exec(String(version))?.[0] ?? 'PostgreSQL';
    return { name: [server, ...named].join(', '), needed: null };
  },

  look: ({ name }) =>
    sql(
      `select to_regclass(quote_ident($1)) is not null as there, obj_description(to_regclass(quote_ident($1)), 'pg_class') as comment`,
      [name],
    ),
  readState: (_index, reply) => {
    const [{ there, comment } = {}] = rowsOf(reply);
    if (there !== true) return { is: 'absent' };
    return stateOf(comment);
  },

  create(index) {
    const inRow = vectorBytes(index) <= MAX_IN_ROW ? ' storage plain' : '';
    const columns = index.fields.map((field) =>
      field.kind === 'words'
        ? `${field.name} text not null`
        : `${field.name} vector(${field.dimensions})${inRow} not null`,
    );
    return [
      ...(needs(index, 'vector') ? [sql('create extension if not exists vector')] : []),
      ...(needs(index, 'words') ? [sql('create extension if not exists pg_textsearch')] : []),
      // Ids are compared by bytes, as they are where scores are equal. In one statement with its mark: a table without it
      // would be taken for somebody else's.
      sql(
        `do $hitrate$ begin create table ${index.name} (id text collate "C" primary key, ${columns.join(', ')}); ${comment(index, null)}; end $hitrate$`,
      ),
    ];
  },

  add(index, rows) {
    const names = index.fields.map(({ name }) => name);
    const types = index.fields.map(({ kind }) => (kind === 'words' ? 'text[]' : 'vector[]'));
    const parameters = ['text[]', ...types].map((type, i) => `$${i + 1}::${type}`);
    const set = names.map((name) => `${name} = excluded.${name}`);
    return sql(
      `insert into ${index.name} (id, ${names.join(', ')}) select * from unnest(${parameters.join(', ')}) ` +
        `on conflict (id) do update set ${set.join(', ')}`,
      [rows.map(({ id }) => id), ...names.map((_, i) => rows.map(({ values }) => textOf(values[i]!)))],
    );
  },
  // A statement is done whole or not at all.
  readFailed: () => [],

  settle: (index) =>
    index.fields.flatMap((field) => {
      if (field.kind === 'words') return [wordIndex(index, field)];
      return field.graph ? [graphIndex(index, field, field.graph)] : [];
    }),
  complete: (index, passages) => [sql(`analyze ${index.name}`), sql(comment(index, passages))],

  count: ({ name }) => sql(`select count(*)::int as passages from ${name}`),
  readCount: (reply) => Number(rowsOf(reply)[0]?.['passages'] ?? 0),

  ask(index, list, questions) {
    const field = index.fields[list.field]!;
    const { name } = index;
    const values = [questions.map(textOf)];
    if (field.kind === 'words') {
      const distance = `${field.name} <@> to_bm25query(asked.value, '${name}_${field.name}')`;
      return sql(
        `select asked.place::int as place, found.id, found.score from unnest($1::text[]) with ordinality as asked(value, place), ` +
          `lateral (select id, -(${distance}) as score from ${name} order by ${distance} limit ${list.depth}) as found`,
        values,
      );
    }
    const { operator, score } = METRICS[field.metric];
    const plain = `${field.name} ${operator} asked.value`;
    // A vector of zeros, of a text without a token, has no angle: it is no nearer than one at a right angle.
    const distance = field.graph || field.metric !== 'cosine' ? plain : `coalesce(nullif(${plain}, 'NaN'), 1)`;
    // An order by the distance alone is what an approximate index can answer.
    const order = field.graph ? distance : `${distance}, id desc`;
    const width =
      list.efSearch === null
        ? ''
        : `set_config('hnsw.ef_search', '${Math.min(1000, Math.max(list.efSearch, list.depth))}', false), `;
    return sql(
      `select ${width}asked.place::int as place, found.id, found.score from unnest($1::vector[]) with ordinality as asked(value, place), ` +
        `lateral (select id, ${score(distance)} as score from ${name} order by ${order} limit ${list.depth}) as found`,
      values,
    );
  },
  readRankings(_index, _list, reply): Ranking[] {
    const rankings: { id: DocId; score: number }[][] = [];
    for (const { place, id, score } of rowsOf(reply))
      (rankings[Number(place) - 1] ??= []).push({ id: String(id) as DocId, score: Number(score) });
    return Array.from(rankings, (ranking) => ranking ?? []);
  },

  drop: ({ name }) => [sql(`drop table if exists ${name}`)],
};

const markerOf = ({ key }: EngineIndex, passages: number | null): Marker => ({ createdBy: 'hitrate', key, passages });

/** A comment takes no parameters: the text is of Hitrate's own making, and quoted all the same. */
const comment = (index: EngineIndex, passages: number | null): string =>
  `comment on table ${index.name} is '${JSON.stringify(markerOf(index, passages)).replaceAll("'", "''")}'`;

const wordIndex = ({ name }: EngineIndex, { name: column, k1, b }: { name: string; k1: number; b: number }) =>
  sql(
    `create index if not exists ${name}_${column} on ${name} using bm25 (${column}) with (text_config = 'simple', k1 = ${k1}, b = ${b})`,
  );

const graphIndex = (
  { name }: EngineIndex,
  { name: column, metric }: { name: string; metric: Metric },
  { m, efConstruction }: { m: number; efConstruction: number },
) =>
  sql(
    `create index if not exists ${name}_${column} on ${name} using hnsw (${column} ${METRICS[metric].opclass}) with (m = ${m}, ef_construction = ${efConstruction})`,
  );

/** Terms as words that PostgreSQL's parser keeps whole, in passages and questions alike. */
const textOf = (value: readonly string[] | Float32Array): string =>
  value instanceof Float32Array ? `[${value.join(',')}]` : tokenText(value);

type Row = Readonly<Record<string, Json>>;

const rowsOf = (reply: Json | undefined): readonly Row[] => (Array.isArray(reply) ? (reply as Row[]) : []);

function stateOf(text: Json | undefined): IndexState {
  try {
    const marker = (typeof text === 'string' ? JSON.parse(text) : text) as Partial<Marker> | null;
    if (marker?.createdBy === 'hitrate' && typeof marker.key === 'string')
      return { is: 'ours', marker: { createdBy: 'hitrate', key: marker.key, passages: marker.passages ?? null } };
  } catch {
    // A comment in words is somebody else's.
  }
  return { is: 'foreign' };
}
