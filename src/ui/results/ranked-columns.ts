import type { ResultRecord, SystemResult, TieRange } from '../../contract/result';
import { measureOf } from '../../domain/measures/parse';
import { definitionOf } from '../../domain/measures/registry';
import { digitsToDistinguish } from '../../domain/report/digits-to-distinguish';
import { labelOf } from './columns';
import type { TermId } from '../help/glossary';
import { sourcedText } from '../shared/messages/latency';
import {
  bytes,
  count,
  counted,
  latencyText,
  measure as valueText,
  milliseconds,
  MISSING,
  share,
} from '../shared/format';

export interface RankedColumn {
  /** Canonical text of a measure, or a name of another figure. */
  readonly id: string;
  readonly label: string;
  readonly title: string;
  readonly term: TermId | null;
  readonly group: 'measures' | 'cost' | 'coverage';
  readonly better: 'higher' | 'lower' | null;
  readonly valueOf: (system: SystemResult) => number | undefined;
  readonly text: (value: number) => string;
}

export const COLUMN_GROUPS = { measures: 'Measures', cost: 'Time and size', coverage: 'Coverage' } as const;

const LATENCY = 'latency';

const COSTS: readonly Omit<RankedColumn, 'group' | 'better'>[] = [
  {
    id: LATENCY,
    label: 'Latency',
    title: 'Median over questions, one at a time on warm models',
    term: 'median-latency',
    valueOf: ({ latency }) => latency?.medianMilliseconds,
    text: latencyText,
  },
  {
    id: 'latency-p95',
    label: '95th percentile',
    title: 'Latency that 95 % of the questions do not exceed, one at a time',
    term: 'tail-latency',
    valueOf: ({ latency }) => latency?.p95Milliseconds,
    text: latencyText,
  },
  {
    id: 'index-bytes',
    label: 'Index size',
    title: 'Word index and vectors that are searched',
    term: 'index-size',
    valueOf: ({ latency }) => latency?.indexBytes ?? undefined,
    text: bytes,
  },
  {
    id: 'download-bytes',
    label: 'Model download',
    title: 'Models that read passages and questions',
    term: 'index-size',
    valueOf: ({ latency }) => (latency?.source ? undefined : latency?.downloadBytes),
    text: (value) => (value === 0 ? 'none' : bytes(value)),
  },
  {
    id: 'index-time',
    label: 'Index time',
    title: 'Building the index and embedding the passages',
    term: null,
    valueOf: ({ timings }) => timings?.indexMilliseconds,
    text: milliseconds,
  },
  {
    id: 'batch-time',
    label: 'Time in batches',
    title: 'Median time per question in the run, in batches',
    term: null,
    valueOf: ({ timings }) => timings?.queryMedianMilliseconds,
    text: milliseconds,
  },
  {
    id: 'total-time',
    label: 'Total time',
    title: 'Index and all questions, in batches',
    term: null,
    valueOf: ({ timings }) => timings?.totalMilliseconds,
    text: milliseconds,
  },
];

export function rankedColumns(result: ResultRecord): RankedColumn[] {
  const costs = COSTS.map((cost): RankedColumn => ({ ...cost, group: 'cost', better: 'lower' }));
  const all = [...result.spec.measures.map((text) => measureColumn(text)), ...costs, ...coverage(result)];
  return all.filter(({ valueOf }) => result.systems.some((system) => valueOf(system) !== undefined));
}

function measureColumn(text: string): RankedColumn {
  const { name } = measureOf(text);
  const { better, aggregate } = definitionOf({ name });
  return {
    id: text,
    label: labelOf(text),
    title: 'Mean over questions',
    term: name,
    group: 'measures',
    better,
    valueOf: ({ measures }) => measures[text],
    text: (value) => (aggregate === 'sum' ? count(value) : valueText(value, 3)),
  };
}

function coverage(result: ResultRecord): RankedColumn[] {
  const { spec, queries } = result;
  const unjudged = spec.ks.map((k): RankedColumn => ({
    id: `unjudged@${k}`,
    label: `Unjudged@${k}`,
    title: `Share of the first ${k} passages that nobody judged; they count as not relevant`,
    term: 'unjudged',
    group: 'coverage',
    better: null,
    valueOf: (system) => system.unjudged[k],
    text: share,
  }));
  const answered: RankedColumn = {
    id: 'unanswered',
    label: 'No results',
    term: null,
    title:
      spec.missing === 'zero' ? 'Questions without results, which count as 0' : 'Questions without results, left out',
    group: 'coverage',
    better: null,
    valueOf: (system) => queries.length - system.answered,
    text: count,
  };
  return [...unjudged, answered];
}

/** The ranking measure, Hit Rate and MRR (or the next measures) and the latency. @param k 5 and 10 if null */
export function firstColumns({ spec }: Pick<ResultRecord, 'spec'>, measure: string, k: number | null = null): string[] {
  const { measures } = spec;
  const known = (text: string): string[] => (measures.includes(text) ? [text] : []);
  const wanted = [measure, ...known(`HitRate@${k ?? 5}`), ...known(`MRR@${k ?? 10}`), ...others(measures, measure)];
  return [...[...new Set(wanted)].slice(0, 3), LATENCY];
}

/** One of each other name, at its largest k, before the same name at other k. */
function others(measures: readonly string[], measure: string): string[] {
  const last = new Map([...measures].map((text) => [measureOf(text).name, text] as const));
  last.delete(measureOf(measure).name);
  return [...last.values(), ...measures];
}

export function figureText({ id, valueOf, text }: RankedColumn, system: SystemResult): string {
  const value = valueOf(system);
  if (value === undefined || Number.isNaN(value)) return MISSING;
  return sourcedText(text(value), isLatency(id) ? system.latency?.source : undefined);
}

const isLatency = (id: string): boolean => id === LATENCY || id === 'latency-p95';

export function bestOf(column: RankedColumn, systems: readonly SystemResult[]): ReadonlySet<string> {
  const { better, valueOf } = column;
  // What an engine says of its time was taken on another machine.
  const compared = systems.filter(({ latency }) => !isLatency(column.id) || latency?.source === undefined);
  const values = compared.map(valueOf).filter((value): value is number => value !== undefined && !Number.isNaN(value));
  if (better === null || values.length < 2) return new Set();
  const best = column.text(better === 'higher' ? Math.max(...values) : Math.min(...values));
  return new Set(compared.filter((system) => figureText(column, system) === best).map(({ id }) => id));
}

export function tieText({ low, high, questions }: TieRange): string {
  const digits = digitsToDistinguish([low, high]);
  return `Ties decide this: ${valueText(low, digits)} to ${valueText(high, digits)} under other orders of equal scores, in ${counted(questions, 'question')}.`;
}
