import type { ComposedPart, ComposedSystem } from '../../domain/experiment/composed';
import { type PartKey, type PartSpec, partsOf, type SystemSpec } from '../../domain/experiment/parts';
import { logitOf } from '../../domain/rerank/rerank-order';
import type { RerankSpec } from '../../domain/rerank/rerank-spec';
import type { StageRank, StepRank } from '../../workbench/inspect/tried-question';
import type { FusionSpec } from '../../domain/fusion/fusion-spec';
import type { BoostSpec, FilterSpec } from '../../domain/retrieval/metadata/metadata-spec';
import type { LearnedSpec } from '../../domain/ltr/learned-spec';
import { clip, count } from './format';
import { LEARNER_NAMES } from './messages/method-names';
import { modelText, retrieverText } from './retriever-texts';

const significant = new Intl.NumberFormat('en', { minimumSignificantDigits: 4, maximumSignificantDigits: 4 });

export const scoreText = (score: number): string => significant.format(score).replace('-', '\u2212');

interface PartText<Key extends PartKey> {
  readonly name: string;
  readonly text: (part: ComposedPart<Key>) => string;
  /** What it did to a passage, where that is more than its new rank. */
  readonly step?: (part: PartSpec<Key>, rank: StepRank) => { readonly label: string; readonly text?: string };
}

const PART_TEXTS: { readonly [Key in PartKey]: PartText<Key> } = {
  chunker: { name: 'chunking', text: () => '' },
  retrievers: { name: 'retrievers', text: (retrievers) => retrievers.map(retrieverText).join(' and ') },
  filter: { name: 'filter', text: (filter) => `, only ${conditionText(filter)}` },
  fusion: {
    name: 'fusion',
    text: (fusion) => `, joined by ${fusionText(fusion)}`,
    step: ({ method }) => ({ label: `Joined by ${method}` }),
  },
  crossFitted: { name: 'trained fusion', text: ({ method }) => `, joined by ${method}, cross-validated` },
  learned: {
    name: 'learned ranker',
    text: (learned) => `, ordered by ${learnedText(learned)}`,
    step: () => ({ label: 'Ordered by a trained model' }),
  },
  boost: {
    name: 'boost',
    text: (boost) => `, ${conditionText(boost)} boosted by ${boost.weight}`,
    step: ({ field }) => ({ label: `Lifted by “${field}”` }),
  },
  rerank: {
    name: 'reranker',
    text: (rerank) => `, the first ${rerank.candidates} reranked${modelText(rerank)}`,
    step: (rerank, rank) => ({ label: 'Reranked', text: rerankText(rerank, rank) }),
  },
  threshold: {
    name: 'score threshold',
    text: (threshold) => `, from a score of ${threshold}`,
    step: (threshold, { after }) => ({
      label: 'Threshold',
      text: `kept: ${scoreText(after.score)} is not below ${scoreText(threshold)}`,
    }),
  },
};

export const partName = (part: PartKey): string => PART_TEXTS[part].name;

export const stepTexts = (system: SystemSpec, steps: readonly StepRank[]): { label: string; text: string }[] =>
  partsOf(PART_TEXTS, system).flatMap(({ key, entry, spec }) =>
    steps
      .filter(({ part }) => part === key)
      .map((rank) => ({ label: capital(entry.name), text: rankText(rank.after), ...entry.step?.(spec, rank) })),
  );

export const rankText = ({ rank, score }: StageRank): string => `rank ${count(rank)}, ${scoreText(score)}`;

function rerankText({ interpolation }: RerankSpec, { before, after, reads }: StepRank): string {
  const first = before!;
  if (first.rank > reads!) return `not read: it stood at rank ${count(first.rank)}, below the first ${count(reads!)}`;
  const logit = scoreText(logitOf(after.score, first.score, interpolation));
  if (interpolation === 0) return `logit ${logit}; it stood at rank ${count(first.rank)} before`;
  const weight = scoreText(10 * interpolation).replace(/\.?0+$/, '');
  return `logit ${logit} + ${weight} × ${scoreText(first.score)} (rank ${count(first.rank)} before) = ${scoreText(after.score)}`;
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
export const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

export function systemText(system: ComposedSystem): string {
  return capital(
    partsOf(PART_TEXTS, system)
      .map(({ entry, spec }) => entry.text(spec))
      .join(''),
  );
}

function fusionText(fusion: FusionSpec): string {
  const weights = 'weights' in fusion ? ` ${fusion.weights.join(' / ')}` : '';
  const norm = 'norm' in fusion ? ` of ${typeof fusion.norm === 'string' ? fusion.norm : fusion.norm.kind} scores` : '';
  return `${fusion.method}${weights}${norm}`;
}

function learnedText(learned: LearnedSpec): string {
  if (learned.kind === 'model')
    return learned.clicks
      ? 'Unbiased LambdaMART, learned from clicks'
      : `a trained ${LEARNER_NAMES[learned.model.kind]} model`;
  return `${LEARNER_NAMES[learned.learner.kind]}, cross-validated`;
}

const SHOWN_VALUES = 3;

/** As `what the question names of “category”`, `“price” from 10 to 20`. */
function conditionText(spec: FilterSpec | BoostSpec): string {
  const field = `“${clip(spec.field, 40)}”`;
  switch (spec.kind) {
    case 'question':
      return `what the question names of ${field}`;
    case 'values': {
      const shown = spec.values.slice(0, SHOWN_VALUES).map((value) => clip(value, 30));
      const more = spec.values.length - shown.length;
      return `${field} ${shown.join(' or ')}${more > 0 ? ` or ${more} more` : ''}`;
    }
    case 'range':
      return `${field}${spec.least === null ? '' : ` from ${spec.least}`}${spec.most === null ? '' : ` to ${spec.most}`}`;
    case 'number':
      return `${spec.weight > 0 ? 'a high' : 'a low'} ${field}`;
  }
}
