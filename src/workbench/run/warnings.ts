import type { Problem } from '../../base/problem';
import type { Remark, SystemResult, WarningData } from '../../contract/result';
import type { OngoingJudging } from '../../domain/evidence/counted';
import { measureOf, readsText } from '../../domain/measures/parse';
import type { ExperimentSpec } from '../../domain/experiment/experiment';
import { FEW_QUESTIONS } from '../../domain/statistics/paired';
import type { Query } from '../../base/types';
import type { GroundTruth } from './ground-truth';

export interface Truncated {
  readonly system: string;
  /** Null where it has no embedding model. */
  readonly passages: number | null;
  /** Passages that the system searches. */
  readonly of: number;
  /** Pairs of a question and a passage that were reranked; null where it has no reranker. */
  readonly pairs: number | null;
}

export interface RunObservations {
  readonly spec: ExperimentSpec;
  readonly queries: readonly Query[];
  /** Of each system. */
  readonly truths: readonly GroundTruth[];
  /** Null where every question is judged. */
  readonly judging: OngoingJudging | null;
  /** They are left out. */
  readonly unjudgedQuestions: number;
  /** Of each system. */
  readonly truncated: readonly Truncated[];
  /** Whether a model ran, and without threads. */
  readonly oneThread: boolean;
  readonly remarks: readonly Remark[];
  /** By system, as in the context of a run. */
  readonly unknownDocuments: ReadonlyMap<string, number>;
  readonly unevaluated: ReadonlyMap<string, number>;
  readonly systems: readonly SystemResult[];
}

type Warning = Problem<WarningData>;

/** Caveats, worst first. */
export function warningsOf(observed: RunObservations): Warning[] {
  const { queries, oneThread, remarks, judging } = observed;
  return [
    ...(judging ? [{ code: 'ongoing-judging', data: judging } as const] : []),
    ...ofTies(observed),
    ...ofTruncation(observed),
    ...ofRuns(observed),
    ...ofGroundTruth(observed),
    ...ofUnjudged(observed),
    ...some(queries.length < FEW_QUESTIONS, { code: 'few-questions', data: { questions: queries.length } }),
    ...some(oneThread, { code: 'one-thread', data: null }),
    ...remarks.map((remark): Warning => ({ code: 'remark', data: remark })),
  ];
}

const some = (isSo: boolean, warning: Warning): Warning[] => (isSo ? [warning] : []);

/** The measure with the widest range is named for all: each has its own beside it in the table. */
function ofTies({ systems }: RunObservations): Warning[] {
  const tied = systems.flatMap(({ id, ties, measures }) => {
    const [widest] = Object.entries(ties).sort(([, a], [, b]) => b.high - b.low - (a.high - a.low));
    if (!widest) return [];
    const [measure, range] = widest;
    return [{ id, measure, value: measures[measure]!, ...range }];
  });
  return some(tied.length > 0, { code: 'ties', data: { systems: tied } });
}

/** Systems may read with other models, and search other passages. */
function ofTruncation({ truncated }: RunObservations): Warning[] {
  const passages = truncated.flatMap(({ system: id, passages: cut, of }) => (cut === null ? [] : [{ id, cut, of }]));
  const pairs = truncated.flatMap(({ system: id, pairs: cut }) => (cut === null ? [] : [{ id, cut }]));
  const isCut = ({ cut }: { readonly cut: number }): boolean => cut > 0;
  return [
    ...some(passages.some(isCut), { code: 'truncated-passages', data: { systems: passages } }),
    ...some(pairs.some(isCut), { code: 'truncated-pairs', data: { systems: pairs } }),
  ];
}

/** External runs, and lists of different lengths. */
function ofRuns({ systems, spec, queries, unknownDocuments, unevaluated }: RunObservations): Warning[] {
  const missing = systems
    .map(({ id, answered }) => ({ id, questions: queries.length - answered }))
    .filter(({ questions }) => questions > 0);
  const depths = systems.map(({ depth }) => depth);
  const measures = spec.measures.filter((text) => measureOf(text).cutoff === null && !readsText(text));
  const [shortest, longest] = [Math.min(...depths), Math.max(...depths)];
  const isUneven = measures.length > 0 && systems.some(({ file }) => file !== null) && longest > 2 * shortest;
  return [
    ...[...unknownDocuments].map(([system, documents]): Warning => ({
      code: 'unknown-documents',
      data: { system, documents },
    })),
    ...[...unevaluated].map(([system, questions]): Warning => ({
      code: 'unjudged-questions',
      data: { system, questions },
    })),
    ...some(missing.length > 0, { code: 'unanswered', data: { missing: spec.missing, systems: missing } }),
    ...some(isUneven, { code: 'depths', data: { shortest, longest, measures } }),
  ];
}

function ofGroundTruth({ queries, truths, spec, unjudgedQuestions, judging }: RunObservations): Warning[] {
  const [first] = truths;
  if (!first) return [];
  const isRelevant = (grade: number): boolean => grade >= spec.relevance;
  const empty = queries.filter(({ id }) => ![...(first.qrels.get(id)?.values() ?? [])].some(isRelevant)).length;
  const lostIn = ({ requirements }: GroundTruth): number =>
    [...requirements.values()].flat().filter(({ docs }) => docs.length === 0).length;
  const lost = Math.max(...truths.map(lostIn));
  return [
    ...some(empty > 0 && !judging?.sample, { code: 'no-relevant', data: { questions: empty } }),
    // How many are judged is reported with the judging that is not done.
    ...some(unjudgedQuestions > 0 && !judging, {
      code: 'unjudged-questions',
      data: { system: null, questions: unjudgedQuestions },
    }),
    ...some(lost > 0, { code: 'unmatched-texts', data: { texts: lost } }),
  ];
}

/** Unjudged documents count as not relevant; where most are, recall-like figures are a lower bound. */
function ofUnjudged({ systems, spec, judging }: RunObservations): Warning[] {
  // They count by those that were drawn.
  if (judging?.sample) return [];
  const k = Math.max(...spec.ks);
  const shares = systems.map(({ id, unjudged }) => ({ id, share: unjudged[k] ?? 0 }));
  return some(
    shares.some(({ share }) => share > 0),
    { code: 'unjudged', data: { k, systems: shares } },
  );
}
