import type { ResultWarning, SystemResult } from '../../contract/result';
import { digitsToDistinguish } from '../../domain/report/digits-to-distinguish';
import { measureOf } from '../../domain/measures/parse';
import type { ExperimentSpec } from '../../domain/experiment/experiment';
import { FEW_QUESTIONS } from '../../domain/statistics/power';
import type { Query } from '../../base/types';
import type { GroundTruth } from './ground-truth';

/** What the models of a system did not read to its end. */
export interface Truncated {
  readonly system: string;
  /** Null where it has no embedding model. */
  readonly passages: number | null;
  /** Passages that the system searches. */
  readonly of: number;
  /** Pairs of a question and a passage that were reranked; null where it has no reranker. */
  readonly pairs: number | null;
}

export interface Observed {
  readonly spec: ExperimentSpec;
  readonly queries: readonly Query[];
  /** What judgments say of what each system ranks. */
  readonly truths: readonly GroundTruth[];
  /** Questions left out because no judgment names them. */
  readonly unjudgedQuestions: number;
  /** Of each system. */
  readonly truncated: readonly Truncated[];
  /** Whether a model ran, and without threads. */
  readonly oneThread: boolean;
  /** What went otherwise than asked. */
  readonly remarks: readonly string[];
  /** As in the environment of a run. */
  readonly unknownDocuments: ReadonlyMap<string, number>;
  readonly unevaluated: ReadonlyMap<string, number>;
  readonly systems: readonly SystemResult[];
}

type Warn = (code: ResultWarning['code'], message: string) => void;

/** Reasons not to quote a number as it stands, worst first. */
export function warningsOf(observed: Observed): ResultWarning[] {
  const warnings: ResultWarning[] = [];
  const warn: Warn = (code, message) => void warnings.push({ code, message });
  warnOfTies(observed, warn);
  warnOfTruncation(observed, warn);
  warnOfRuns(observed, warn);
  warnOfGroundTruth(observed, warn);
  warnOfUnjudged(observed, warn);
  if (observed.queries.length < FEW_QUESTIONS)
    warn(
      'few-questions',
      `Only ${some(observed.queries.length, 'question')}: small differences between systems are likely chance.`,
    );
  if (observed.oneThread)
    warn(
      'one-thread',
      'The page is not cross-origin isolated, so models ran on one thread: times are longer than they need be.',
    );
  for (const remark of observed.remarks) warn('remark', remark);
  return warnings;
}

/** The measure with the widest range stands for all: each has its own beside it in the table. */
function warnOfTies({ systems }: Observed, warn: Warn): void {
  const tied = systems.flatMap(({ id, ties, measures }) => {
    const [widest] = Object.entries(ties).sort(([, a], [, b]) => b.high - b.low - (a.high - a.low));
    if (!widest) return [];
    const [measure, { low, high, questions }] = widest;
    const digits = digitsToDistinguish([low, high]);
    const [value, least, most] = [measures[measure]!, low, high].map((each) => each.toFixed(digits));
    return [`${id}: ${some(questions, 'question')}, ${measure} ${value} could be ${least} to ${most}`];
  });
  if (tied.length === 0) return;
  warn(
    'ties',
    `Equal scores decide a measure (${few(tied, '; ')}): they are ordered by document id, descending, as trec_eval does.`,
  );
}

/** Systems may read with other models, and search other passages: where they differ each has its own number. */
function warnOfTruncation({ truncated }: Observed, warn: Warn): void {
  const embedded = truncated.flatMap(({ system, passages, of }) =>
    passages === null ? [] : [{ system, cut: passages, told: `${count(passages)} of ${count(of)}`, of }],
  );
  const reranked = truncated.flatMap(({ system, pairs }) =>
    pairs === null ? [] : [{ system, cut: pairs, told: some(pairs, 'pair') }],
  );
  const [passages, pairs] = [embedded[0], reranked[0]];
  if (passages && embedded.some(({ cut }) => cut > 0))
    warn(
      'truncated-passages',
      isSame(embedded)
        ? `${some(passages.cut, 'passage')} of ${count(passages.of)} ${are(passages.cut)} longer than the embedding model takes: it saw only the beginning.`
        : `Passages are longer than the embedding model takes, which saw only the beginning (${bySystem(embedded)}).`,
    );
  if (pairs && reranked.some(({ cut }) => cut > 0))
    warn(
      'truncated-pairs',
      isSame(reranked)
        ? `In ${pairs.told} the question or the passage is so long that the reranker read only its beginning.`
        : `A question or a passage is so long that the reranker read only its beginning (${bySystem(reranked)}).`,
    );
}

interface CutBySystem {
  readonly system: string;
  readonly cut: number;
  /** The number as it is told. */
  readonly told: string;
}

const isSame = (all: readonly CutBySystem[]): boolean => all.every(({ told }) => told === all[0]!.told);

const bySystem = (all: readonly CutBySystem[]): string => {
  const cut = all.filter((each) => each.cut > 0).map(({ system, told }) => `${system} ${told}`);
  return few(cut, ', ');
};

/** What concerns runs that were made elsewhere, and lists of different lengths. */
function warnOfRuns({ systems, spec, queries, unknownDocuments, unevaluated }: Observed, warn: Warn): void {
  for (const [system, unknown] of unknownDocuments)
    warn(
      'unknown-documents',
      `${system} lists ${some(unknown, 'document')} that ${are(unknown)} not in this collection: check that the run was made on the same documents.`,
    );
  for (const [system, questions] of unevaluated)
    warn('unjudged-questions', `${system} has ${some(questions, 'question')} without judgments: they are left out.`);
  const missing = systems.filter(({ answered }) => answered < queries.length);
  if (missing.length > 0) {
    const each = few(
      missing.map(({ id, answered }) => `${id} ${count(queries.length - answered)}`),
      ', ',
    );
    const policy = spec.missing === 'zero' ? 'count as 0' : 'are left out of the means';
    warn('unanswered', `Questions without results ${policy} (${each}).`);
  }
  const depths = systems.map(({ depth }) => depth);
  const uncut = spec.measures.filter((text) => measureOf(text).cutoff === null);
  const [shortest, longest] = [Math.min(...depths), Math.max(...depths)];
  if (uncut.length > 0 && systems.some(({ file }) => file !== null) && longest > 2 * shortest)
    warn(
      'depths',
      `Lists are ${count(shortest)} to ${count(longest)} documents long: measures without a cut-off (${uncut.join(', ')}) favour the longer ones.`,
    );
}

function warnOfGroundTruth({ queries, truths, spec, unjudgedQuestions }: Observed, warn: Warn): void {
  const [first] = truths;
  if (!first) return;
  const { qrels } = first;
  const isRelevant = (grade: number): boolean => grade >= spec.relevance;
  const empty = queries.filter(({ id }) => ![...(qrels.get(id)?.values() ?? [])].some(isRelevant)).length;
  if (empty > 0)
    warn(
      'no-relevant',
      `${some(empty, 'question')} ${have(empty)} no relevant document: whatever a system finds counts 0 there.`,
    );
  if (unjudgedQuestions > 0)
    warn(
      'unjudged-questions',
      `${some(unjudgedQuestions, 'question')} without judgments ${are(unjudgedQuestions)} left out.`,
    );
  const lostIn = ({ requirements }: GroundTruth): number =>
    [...requirements.values()].flat().filter(({ docs }) => docs.length === 0).length;
  const lost = Math.max(...truths.map(lostIn));
  if (lost > 0)
    warn(
      'unmatched-texts',
      `${some(lost, 'ground-truth text')} ${are(lost)} in no passage of the collection: recall cannot reach 1 there.`,
    );
}

/** Unjudged documents count as not relevant; where most are, recall-like figures are a lower bound. */
function warnOfUnjudged({ systems, spec }: Observed, warn: Warn): void {
  const k = Math.max(...spec.ks);
  const shares = systems.map(({ id, unjudged }) => ({ id, share: unjudged[k] ?? 0 }));
  if (shares.every(({ share }) => share === 0)) return;
  // The worst first, where not all are told.
  const worst = shares.length > MAX ? [...shares].sort((a, b) => b.share - a.share) : shares;
  const each = few(
    worst.map(({ id, share }) => `${id} ${Math.round(share * 100)} %`),
    ', ',
  );
  const first = k === 1 ? 'Of the first passages' : `Of the first ${k} passages`;
  const many = shares.some(({ share }) => share >= 0.5) ? 'many' : 'some';
  warn('unjudged', `${first} ${many} were never judged (${each}); they count as not relevant.`);
}

/** Systems that a warning names: with every chunking there may be dozens. */
const MAX = 6;

const few = (each: readonly string[], separator: string): string =>
  each.length <= MAX
    ? each.join(separator)
    : `${each.slice(0, MAX).join(separator)}${separator}and ${each.length - MAX} more`;

const count = (n: number): string => n.toLocaleString('en');
const some = (n: number, noun: string): string => `${count(n)} ${noun}${n === 1 ? '' : 's'}`;
const are = (n: number): string => (n === 1 ? 'is' : 'are');
const have = (n: number): string => (n === 1 ? 'has' : 'have');
