import type { FieldSummary } from '../dataset/fields';
import type { AnalyzerSpec } from '../text/analyzer-spec';
import { type CatalogueEntry, entry, lexical } from './catalogue';
import { composedSystem } from './composed';

/** Proposed fields at most. */
const MAX = 4;

/**
 * Systems that read metadata: for each field of few different texts, as a category, a route, a filter and a boost by
 * what questions name; and all these routes beside that of the text.
 */
export function metadataCatalogue(analyzer: AnalyzerSpec, fields: readonly FieldSummary[]): CatalogueEntry[] {
  const names = fields.filter(({ values, range }) => values !== null && range === null).map(({ name }) => name);
  const chosen = names.slice(0, MAX);
  return [
    ...chosen.flatMap((field) => ofField(analyzer, field)),
    ...(chosen.length > 0 ? [together(analyzer, chosen)] : []),
  ];
}

function ofField(analyzer: AnalyzerSpec, field: string): CatalogueEntry[] {
  const words = lexical(analyzer);
  const named = { kind: 'question', field, analyzer } as const;
  return [
    entry('metadata', ['field-route', { field }], composedSystem(`${field}-route`, [{ ...words, fields: [field] }])),
    entry('metadata', ['field-filter', { field }], composedSystem(`filter-by-${field}`, [words], { filter: named })),
    entry(
      'metadata',
      ['field-boost', { field }],
      composedSystem(`boost-by-${field}`, [words], { boost: { ...named, weight: 0.5 } }),
    ),
  ];
}

/** By the share of the highest score: min-max would make nothing of a list whose scores are all equal. */
function together(analyzer: AnalyzerSpec, fields: readonly string[]): CatalogueEntry {
  const words = lexical(analyzer);
  const routes = [words, ...fields.map((field) => ({ ...words, fields: [field] }))];
  const weights = routes.map(() => 1);
  return entry(
    'metadata',
    ['field-routes', { fields }],
    composedSystem('metadata-routes', routes, { fusion: { method: 'wsum', norm: 'max', weights, absent: 'zero' } }),
  );
}
