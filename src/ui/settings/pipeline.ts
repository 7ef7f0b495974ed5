import type { ComposedSystem } from '../../domain/experiment/composed';
import type { ComposedRetriever } from '../../domain/experiment/retrievers';
import type { Settings } from '../../domain/experiment/settings';
import { METHODS } from '../../domain/fusion/method-settings';
import { analyzerIdOf, type AnalyzerSpec } from '../../domain/text/analyzer-spec';
import { language } from '../shared/format';
import { analyzerLabel, LEARNER_NAMES } from '../shared/messages/method-names';
import { retrieverText } from '../shared/retriever-texts';
import { capital } from '../shared/system-text';
import type { SettingTitle } from './setting-groups';
import { joinOf } from './system-editing';

const BOX_IDS = ['analyzer', 'retrievers', 'fusion', 'metadata', 'rerank', 'cut'] as const;
export type BoxId = (typeof BOX_IDS)[number];

const LABELS: Readonly<Record<BoxId, string>> = {
  analyzer: 'Analyzer',
  retrievers: 'Retrievers',
  fusion: 'Fusion',
  metadata: 'Metadata',
  rerank: 'Rerank',
  cut: 'Cut',
};

/** @param metadata whether documents have fields that a system could use */
export function boxesOf(system: ComposedSystem, { depth, lists }: Pick<Settings, 'depth' | 'lists'>, metadata = false) {
  const cut = lists === 'k' ? 'At each k' : `${depth} passages`;
  const { retrievers, rerank, threshold, filter, boost } = system;
  const analyzers = [...new Set(retrievers.flatMap(analyzersOf).map(nameOf))];
  const conditions = [filter ? 'filtered' : null, boost ? 'boosted' : null].filter((each) => each !== null);
  const texts: Readonly<Record<BoxId, string | null | undefined>> = {
    analyzer: analyzers.length > 0 ? analyzers.join(', ') : undefined,
    retrievers: capital(retrievers.map(retrieverText).join(' + ')),
    fusion: joinText(system) ?? (retrievers.length > 1 ? null : undefined),
    metadata: conditions.length > 0 ? capital(conditions.join(' and ')) : metadata ? null : undefined,
    rerank: rerank && (lists === 'k' ? 'All that are found' : `The first ${rerank.candidates}`),
    cut: threshold === null ? cut : `${cut}, score from ${threshold}`,
  };
  return BOX_IDS.flatMap((id) => {
    const text = texts[id];
    return text === undefined ? [] : [{ id, label: LABELS[id], text }];
  });
}

export type PipelineBox = ReturnType<typeof boxesOf>[number];

function joinText(system: ComposedSystem): string | null {
  const join = joinOf(system);
  if (join === 'none') return null;
  if (join === 'model') return 'A trained model';
  return join in LEARNER_NAMES
    ? LEARNER_NAMES[join as keyof typeof LEARNER_NAMES]
    : METHODS[join as keyof typeof METHODS].label;
}

function analyzersOf(retriever: ComposedRetriever): AnalyzerSpec[] {
  const search = retriever.kind === 'rewritten' ? retriever.retriever : retriever;
  return 'analyzer' in search ? [search.analyzer] : [];
}

const nameOf = (spec: AnalyzerSpec): string => {
  const id = analyzerIdOf(spec);
  return id ? analyzerLabel(id) : spec.stemmer === null ? 'Own' : `Stems of ${language(spec.stemmer)}`;
};

export function settingsBehind(box: BoxId, { retrievers, fusion }: ComposedSystem): SettingTitle[] {
  const hasVectors = retrievers.some(({ kind }) => kind === 'vectors');
  const hasWords = retrievers.some(({ kind }) => kind === 'minisearch');
  switch (box) {
    case 'analyzer':
      return ['Lexical'];
    case 'retrievers':
      return [...(hasWords ? (['Lexical'] as const) : []), ...(hasVectors ? (['Embedding'] as const) : [])];
    case 'fusion':
      return [fusion?.method === 'rrf' ? 'Reciprocal rank fusion' : 'Ensemble'];
    case 'rerank':
      return ['Reranker'];
    case 'cut':
      return ['Lists'];
    case 'metadata':
      return [];
  }
}
