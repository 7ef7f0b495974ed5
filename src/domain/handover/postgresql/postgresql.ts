import type { FusionSpec } from '../../fusion/fusion-spec';
import type { LexicalSpec, MiniSearchSpec, RetrieverSpec } from '../../retrieval/retriever-spec';
import { able, abilitiesOf, lexicalOf } from '../abilities';
import { batchesOf, engineNotes, isVectors, passageFile, questionNotes } from '../files';
import type {
  Expressed,
  HandedContent,
  HandedFile,
  HandedSystem,
  HandoverCommand,
  HandoverTarget,
  SearchForm,
} from '../target';
import { fusionSql } from './fusion-sql';
import {
  extensionStatements,
  indexStatements,
  insertStatement,
  psqlQuery,
  retrieverFunctions,
  searchFunction,
  searchPlan,
  tableStatements,
} from './search-sql';
import { scorerSql } from './words-sql';

/** Rows of an insert. */
const BATCH = 50;

/** From this version on a table says how a column is stored. */
const LEAST_VERSION = '16';

/** Scores that are sums over terms are had in SQL; the nearest of others is the sum nearest to it. */
function sqlWords(spec: LexicalSpec | MiniSearchSpec): LexicalSpec | MiniSearchSpec {
  if (scorerSql(spec)) return spec;
  if (spec.kind === 'lexical' && spec.scorer.kind === 'bm25-plus')
    return { ...spec, scorer: { ...spec.scorer, absent: 'nothing' } };
  return lexicalOf(spec);
}

function sqlFusion(spec: FusionSpec, { length: lists }: readonly RetrieverSpec[]): Expressed<FusionSpec> {
  if (fusionSql(spec, lists)) return able(spec);
  const weights = 'weights' in spec ? spec.weights : Array.from({ length: lists }, () => 1);
  const norm = 'norm' in spec ? (typeof spec.norm === 'string' ? spec.norm : spec.norm.kind) : null;
  const nearest: FusionSpec =
    norm === null
      ? { method: 'rrf', constant: 60, weights }
      : { method: 'wsum', norm: 'min-max', absent: 'zero', weights: [...weights] };
  return {
    refusals: [{ code: 'fusion', data: { method: spec.method, norm, nearest: nearest.method } }],
    nearest,
  };
}

const ABILITIES = abilitiesOf({
  words: sqlWords,
  vectors: ({ kind }) => kind === 'nearest',
  fusion: (spec, { retrievers }) => sqlFusion(spec, retrievers),
  threshold: true,
});

/** PostgreSQL with pgvector: one table, views of what each term is worth in each passage, and functions that search them. */
export const POSTGRESQL: HandoverTarget = {
  abilities: ABILITIES,
  forms: ({ system }) => system.retrievers.map(formOf),
  told: () => ({ form: 'sql' }),
  notes: (handed) => [
    ...engineNotes(handed, LEAST_VERSION),
    ...questionNotes(handed, handed.system.retrievers.map(formOf)),
  ],
  commands,
  files,
};

const formOf = (retriever: RetrieverSpec): SearchForm => (isVectors(retriever) ? 'vector' : 'terms');

/** Commands for psql: the address and the credentials are in `DATABASE_URL`. */
function commands(handed: HandedSystem, { passages, vectors }: HandedContent): HandoverCommand[] {
  const psql = 'psql "$DATABASE_URL" -v ON_ERROR_STOP=1';
  const run = (...files: string[]): string => `${psql}${files.map((file) => ` -f ${file}`).join('')}`;
  const asked = searchPlan(handed).retrievers.map(({ name }) => ` -v ${name}='{{${name}}}'`);
  const filled = passages || vectors ? ['passages.sql'] : [];
  return [
    { does: 'create-index', shell: run('schema.sql') },
    { does: 'index-passages', shell: run(...filled, 'indexes.sql', 'search.sql') },
    { does: 'search', shell: `${psql}${asked.join('')} -f query.sql` },
  ];
}

function files(handed: HandedSystem, content: HandedContent): HandedFile[] {
  const plan = searchPlan(handed);
  return [
    sqlFile('schema.sql', [...extensionStatements(plan), ...tableStatements(plan)]),
    ...passageFile('passages.sql', content, async function* (read) {
      for await (const rows of batchesOf(read(), BATCH)) yield `${insertStatement(plan, rows)};`;
    }),
    sqlFile('indexes.sql', indexStatements(plan)),
    sqlFile('search.sql', [...retrieverFunctions(plan), searchFunction(plan)]),
    sqlFile('query.sql', psqlQuery(plan, handed.k)),
  ];
}

const sqlFile = (path: string, statements: readonly string[]): HandedFile => ({
  path,
  text: statements.map((statement) => `${statement};\n`).join('\n'),
});
