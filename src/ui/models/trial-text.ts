import type { DeviceFigure, StoredModel } from '../../contract/models';
import type { ModelTask } from '../../domain/models/configuration';
import { count, counted, fixed } from '../shared/format';
import { messageOf } from '../shared/messages/message-of';

const VERDICTS: Readonly<Record<DeviceFigure['verdict'], string>> = {
  agrees: 'agrees',
  differs: 'other numbers',
  failed: 'failed',
  slow: 'stopped: WASM is far ahead',
  absent: 'This browser offers no GPU.',
};

export const deviceVerdictText = ({ verdict, reason }: DeviceFigure): string =>
  verdict === 'failed' && reason !== null ? `${VERDICTS[verdict]}: ${messageOf(reason)}` : VERDICTS[verdict];

const UNITS: Readonly<Record<ModelTask, string>> = {
  embedding: 'Passages a second',
  reranking: 'Pairs a second',
  generation: 'Tokens a second',
};

export const unitOf = (task: ModelTask): string => UNITS[task];

/** `0.4`, `12.5`, `340`. */
export const speedText = (perSecond: number): string => (perSecond < 99.95 ? fixed(perSecond, 1) : count(perSecond));

/** Difference from WASM: `0`, `2e-6`, `.013`. */
export function apartText(apart: number): string {
  if (apart <= 0) return '0';
  return apart < 0.001 ? apart.toExponential(0).replace('-', '\u2212') : fixed(apart, 3).replace(/^0\./, '.');
}

/** In order, since `Edg` also says `Chrome`. */
const BROWSERS = [
  [/ Edg\/(\d+)/, 'Edge'],
  [/ Firefox\/(\d+)/, 'Firefox'],
  [/Chrome\/(\d+)/, 'Chrome'],
  [/ Version\/(\d+).* Safari\//, 'Safari'],
] as const;

/** The machine with the browser's name and version instead of its user agent. */
export function machineText(machine: string): string {
  const [agent, ...rest] = splitAgent(machine);
  for (const [pattern, name] of BROWSERS) {
    const version = pattern.exec(agent)?.[1];
    if (version) return [`${name} ${version}`, ...rest].join(', ');
  }
  return machine;
}

/** `(KHTML, like Gecko)` has a comma of its own. */
function splitAgent(machine: string): [agent: string, ...rest: string[]] {
  const end = machine.search(/, \d+ processors/);
  return end < 0 ? [machine] : [machine.slice(0, end), machine.slice(end + 2)];
}

export function modelOriginText({ origin }: StoredModel): string {
  if (origin.kind === 'disk') return `from disk, ${origin.name}`;
  const host = origin.host.replace(/^https?:\/\//, '');
  const commit = origin.commit === null ? origin.revision : origin.commit.slice(0, 12);
  return `from ${host}, ${origin.revision === commit ? '' : `${origin.revision} at `}${commit}`;
}

export const rightText = (right: number, all: number): string => `${count(right)} of ${counted(all, 'question')}`;
