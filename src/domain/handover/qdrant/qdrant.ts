import type { LexicalSpec, MiniSearchSpec } from '../../retrieval/retriever-spec';
import { type Abilities, expressedBy, lexicalOf } from '../abilities';
import { jsonFile, isVectors, passageFile, questionNotes, templateQuestion, vocabularyFile } from '../files';
import { fusionOfEngine } from '../fusions';
import { sparseSpec } from '../sparse-weights';
import type { HandedContent, HandedFile, HandedSystem, HandoverCommand, HandoverNote, HandoverTarget } from '../target';
import { isRawSum, qdrantCollection, qdrantForms, qdrantPoint, qdrantQuery } from './bodies';

/** Points of a request. */
const BATCH = 100;

/** Scores that are sums over terms are dot products of sparse vectors; the nearest of others is the sum nearest to it. */
function qdrantWords(spec: LexicalSpec | MiniSearchSpec): LexicalSpec | MiniSearchSpec {
  if (sparseSpec(spec)) return spec;
  if (spec.kind === 'minisearch') return { ...spec, score: 'bm25+' };
  if (spec.scorer.kind === 'bm25-plus') return { ...spec, scorer: { ...spec.scorer, absent: 'nothing' } };
  return lexicalOf(spec);
}

const ABILITIES: Abilities = {
  words: qdrantWords,
  // Qdrant's Euclidean scores are distances, of which less is better.
  vectors: (search, byScores) =>
    search.kind === 'hnsw' || (search.kind === 'nearest' && (search.metric !== 'euclidean' || !byScores)),
  fusion: (spec, lists) => (isRawSum(spec) ? { refusals: [], nearest: spec } : fusionOfEngine('qdrant')(spec, lists)),
  filters: ['values', 'range'],
  threshold: true,
};

/** Qdrant 1.17: a vector for each retriever, of words sparse ones, prefetched and fused. */
export const QDRANT: HandoverTarget = {
  expressed: ({ system }) => expressedBy(ABILITIES, system),
  forms: qdrantForms,
  notes: (handed) => [...ownNotes(handed), ...questionNotes(handed, qdrantForms(handed))],
  commands,
  files: (handed, content) => [
    jsonFile('collection.json', qdrantCollection(handed)),
    jsonFile('query.json', qdrantQuery(handed, templateQuestion(qdrantForms(handed)))),
    ...passageFile('points.ndjson', content, () => batches(handed, content)),
    ...vocabularies(handed, content),
  ],
};

function ownNotes({ system }: HandedSystem): HandoverNote[] {
  const approximate = system.retrievers.some((spec) => isVectors(spec) && spec.search.kind === 'hnsw');
  const sparse = qdrantForms({ system }).includes('sparse');
  return [
    { code: 'version', data: { least: '1.17' } },
    ...(sparse ? [{ code: 'weights-fixed' as const, data: null }] : []),
    ...(approximate ? [{ code: 'approximate-vectors' as const, data: null }] : []),
  ];
}

/** A request a line. */
async function* batches(handed: HandedSystem, content: HandedContent): AsyncGenerator<string> {
  let points: object[] = [];
  for await (const passage of content.read()) {
    points.push(qdrantPoint(handed, passage));
    if (points.length < BATCH) continue;
    yield JSON.stringify({ points });
    points = [];
  }
  if (points.length > 0) yield JSON.stringify({ points });
}

/** The terms of sparse vectors are words of the passages, and leave with them alone. */
const vocabularies = (handed: HandedSystem, { passages, vocabulary }: HandedContent): HandedFile[] =>
  qdrantForms(handed).flatMap((form, i) =>
    form === 'sparse' && passages ? [{ path: vocabularyFile(i), lines: () => each(vocabulary(i)) }] : [],
  );

async function* each(terms: Iterable<string>): AsyncGenerator<string> {
  yield* terms;
}

/** Commands for curl: the address is in `QDRANT_URL`, the key in `QDRANT_API_KEY`. */
function commands({ name }: HandedSystem, { passages, vectors }: HandedContent): HandoverCommand[] {
  const json = (method: string, path: string, file: string): string =>
    `curl --fail-with-body -X ${method} "$QDRANT_URL/collections/${name}${path}" -H "api-key: $QDRANT_API_KEY" -H 'Content-Type: application/json' --data-binary @${file}`;
  const points = `while IFS= read -r batch; do printf '%s' "$batch" | ${json('PUT', '/points?wait=true', '-')}; done < points.ndjson`;
  return [
    { does: 'create-index', shell: json('PUT', '', 'collection.json') },
    ...(passages || vectors ? [{ does: 'index-passages' as const, shell: points }] : []),
    { does: 'search', shell: json('POST', '/points/query', 'query.json') },
  ];
}
