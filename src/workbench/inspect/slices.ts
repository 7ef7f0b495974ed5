import { groupBy } from '../../base/containers';
import type { LanguageShare, QueryId } from '../../base/types';
import { passageText } from '../../domain/dataset/corpus';
import type { RelevantPassage, SlicedQuestion } from '../../domain/slices/dimension';
import type { SliceSource } from '../../domain/slices/dimensions';
import { type AnalyzerSpec, analyzerFor, STOP_WORD_LANGUAGES } from '../../domain/text/analyzer-spec';
import { requireCollection } from '../kernel/ports';
import { definitionOf } from '../../domain/measures/registry';
import { measureOf } from '../../domain/measures/parse';
import { previousStages } from '../../domain/experiment/parts';
import type { SliceReport } from '../../domain/slices/report';
import { SAMPLING } from '../../domain/statistics/significant';
import { isCompared } from './comparisons';
import type { Inspected } from './truth';

/** Questions that were deleted since have no text. @throws {HitrateError} `collection-missing` */
export async function sliceSource(of: Inspected, tags?: ReadonlyMap<QueryId, readonly string[]>) {
  const { ports, questions, result } = of;
  const { summary } = await requireCollection(ports, result.collection);
  const byId = new Map(questions.queries.map((query) => [query.id, query]));
  const asked = result.queries.map((id) => byId.get(id));
  const { passages, relevant } = await relevantPassages(of);
  const source: SliceSource = {
    questions: result.queries.map((id, q): SlicedQuestion => ({
      text: asked[q]?.text ?? '',
      origin: asked[q]?.origin ?? 'given',
      relevant: relevant.get(id) ?? [],
      tags: tags?.get(id) ?? [],
    })),
    passages,
    languages: summary.languages,
  };
  return { source, analyzer: contentAnalyzer(summary.languages) };
}

async function relevantPassages({ ports, result, questions: { judgments } }: Inspected) {
  const { collection, queries, spec } = result;
  const docs = new Map((await ports.storage.collections.docs(collection)).map((doc) => [doc.id, doc]));
  const evaluated = new Set(queries);
  const passages: RelevantPassage[] = [];
  const positions = new Map<string, number>();
  const judged = judgments.filter(({ query, grade }) => evaluated.has(query) && grade >= spec.relevance);
  const relevant = [...groupBy(judged, ({ query }) => query)].map(([query, own]): [QueryId, number[]] => {
    const found = own.map(({ doc: id, span }) => {
      const key = JSON.stringify([id, span?.start, span?.end]);
      const known = positions.get(key);
      if (known !== undefined) return known;
      const doc = docs.get(id);
      const text = doc ? (span ? doc.text.slice(span.start, span.end) : passageText(doc)) : '';
      positions.set(key, passages.length);
      return passages.push({ doc: id, text, ...(doc?.metadata ? { metadata: doc.metadata } : {}) }) - 1;
    });
    return [query, [...new Set(found)]];
  });
  return { passages, relevant: new Map(relevant) };
}

const OWN: readonly string[] = ['en', 'zh', 'ja', 'und'];

function contentAnalyzer(languages: readonly LanguageShare[]): AnalyzerSpec | null {
  const usual = languages.filter(({ share }) => share >= 0.1).map(({ language }) => language);
  if (usual.every((language) => OWN.includes(language))) return null;
  return { ...analyzerFor(languages), stopWords: STOP_WORD_LANGUAGES.filter((language) => usual.includes(language)) };
}

export interface SliceOptions {
  readonly measure: string;
  readonly best?: string;
  readonly tags?: ReadonlyMap<QueryId, readonly string[]>;
  readonly signal?: AbortSignal;
}

/** Questions that were deleted since are in no slice by their text. @throws {HitrateError} `collection-missing` */
export async function slicesOf(of: Inspected, options: SliceOptions): Promise<SliceReport | null> {
  const { measure, best, tags, signal } = options;
  const { systems, spec } = of.result;
  if (systems.length < 2 || !isCompared(measure) || definitionOf(measureOf(measure)).better !== 'higher') return null;
  const { source, analyzer } = await sliceSource(of, tags);
  const stages = previousStages(spec.systems);
  const previous = new Map(spec.systems.map(({ id }, i) => [id, stages[i]?.system ?? null]));
  return of.ports.statistics.with(signal).slices({
    measure,
    systems: systems.map(({ id }) => id),
    values: systems.map(({ perQuery }) => Float64Array.from(perQuery[measure]!)),
    previous: systems.map(({ id }) => previous.get(id) ?? null),
    best: best ?? null,
    ...source,
    analyzer,
    ...SAMPLING,
  });
}
