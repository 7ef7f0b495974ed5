import type { ResultWarning } from '../contract/result';
import type { ExperimentSpec } from '../domain/spec/experiment';
import type { Qrels, Query } from '../domain/types';

/** Below this many questions a difference between systems says little. */
const FEW_QUESTIONS = 50;

export interface Observed {
  readonly spec: ExperimentSpec;
  readonly queries: readonly Query[];
  readonly qrels: Qrels;
  /** Questions left out because no judgment names them. */
  readonly unjudgedQuestions: number;
  readonly passages: number;
  readonly truncatedPassages: number;
  readonly truncatedPairs: number;
  /** Whether a model ran, and with threads. */
  readonly oneThread: boolean;
  /** What went otherwise than asked. */
  readonly remarks: readonly string[];
  readonly systems: readonly { readonly id: string; readonly tied: number; readonly judged: number }[];
}

/** Reasons not to quote a number as it stands, worst first. */
export function warningsOf(observed: Observed): ResultWarning[] {
  const { queries, qrels, spec, unjudgedQuestions, truncatedPassages, truncatedPairs } = observed;
  const warnings: ResultWarning[] = [];
  const warn = (code: ResultWarning['code'], message: string): void => void warnings.push({ code, message });

  const tied = observed.systems.filter((system) => system.tied > 0);
  if (tied.length > 0) warn('ties', tieMessage(tied));
  if (truncatedPassages > 0)
    warn(
      'truncated-passages',
      `${some(truncatedPassages, 'passage')} of ${count(observed.passages)} ${are(truncatedPassages)} longer than the embedding model takes: it saw only the beginning.`,
    );
  if (truncatedPairs > 0)
    warn('truncated-pairs', `In ${some(truncatedPairs, 'pair')} the reranker saw only the beginning of the passage.`);
  const empty = queries.filter(
    ({ id }) => ![...qrels.get(id)!.values()].some((grade) => grade >= spec.relevance),
  ).length;
  if (empty > 0)
    warn(
      'no-relevant',
      `${some(empty, 'question')} ${have(empty)} no relevant document: every measure counts 0 there.`,
    );
  if (unjudgedQuestions > 0)
    warn(
      'unjudged-questions',
      `${some(unjudgedQuestions, 'question')} without judgments ${are(unjudgedQuestions)} left out.`,
    );
  warn('unjudged', unjudgedMessage(observed));
  if (queries.length < FEW_QUESTIONS)
    warn(
      'few-questions',
      `Only ${some(queries.length, 'question')}: small differences between systems are likely chance.`,
    );
  if (observed.oneThread)
    warn(
      'one-thread',
      'The page is not cross-origin isolated, so models ran on one thread: times are longer than they need be.',
    );
  for (const remark of observed.remarks) warn('remark', remark);
  return warnings.filter((warning) => warning.message !== '');
}

function tieMessage(tied: Observed['systems']): string {
  const each = tied.map(({ id, tied: questions }) => `${id} ${count(questions)}`).join(', ');
  return `Equal scores decide a measure in some questions (${each}): they are ordered by document id, descending, as trec_eval does.`;
}

/** Unjudged documents count as not relevant; where most are, recall-like figures are a lower bound. */
function unjudgedMessage({ systems, spec }: Observed): string {
  const lowest = Math.min(...systems.map((system) => system.judged));
  if (lowest >= 1) return '';
  const k = Math.max(...spec.ks);
  const shares = systems.map(({ id, judged }) => `${id} ${Math.round((1 - judged) * 100)} %`).join(', ');
  const first = k === 1 ? 'Of the first passages' : `Of the first ${k} passages`;
  return `${first} many were never judged (${shares}); they count as not relevant.`;
}

const count = (n: number): string => n.toLocaleString('en');
const some = (n: number, noun: string): string => `${count(n)} ${noun}${n === 1 ? '' : 's'}`;
const are = (n: number): string => (n === 1 ? 'is' : 'are');
const have = (n: number): string => (n === 1 ? 'has' : 'have');
