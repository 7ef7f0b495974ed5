import type { DeviceFigure, StoredModel } from '../../../contract/models';
import type { Dtype, ModelConfiguration, ModelTask, Pooling } from '../../../domain/models/configuration';
import type { Finding } from '../../../domain/models/repository';
import { count, fixed } from '../../shared/format';
import { messageOf } from '../../shared/messages/message-of';

export const TASK_NAMES: Readonly<Record<ModelTask, string>> = {
  embedding: 'Embedding',
  reranking: 'Reranking',
  generation: 'Text generation',
};

export const POOLING_NAMES: Readonly<Record<Pooling, string>> = {
  mean: 'Mean of the tokens',
  cls: 'First token (CLS)',
  'last-token': 'Last token',
  graph: 'Done by the network',
  max: 'Highest of the tokens',
  'mean-sqrt-length': 'Sum of the tokens by the root of their number',
  'weighted-mean': 'Mean, later tokens weigh more',
};

export const DTYPE_NAMES: Readonly<Record<Dtype, string>> = {
  fp32: '32 bits, exact',
  fp16: '16 bits, for a GPU',
  q8: '8 bits',
  int8: '8 bits, signed',
  uint8: '8 bits, unsigned',
  q4: '4 bits',
  q4f16: '4 and 16 bits, for a GPU',
  bnb4: '4 bits (bitsandbytes)',
};

export function sourceText({ certainty, from }: Finding<unknown>): string {
  if (certainty === 'stated') return `stated in ${from}`;
  return certainty === 'family' ? `known of the ${from} family` : 'assumed: nothing says it';
}

export const shown = (text: string): string => text.replace(/\n/g, '⏎');

export function readingText(reading: ModelConfiguration): string {
  const tokens = `${count(reading.maxTokens)} tokens`;
  if (reading.task === 'generation') return `${tokens}, with the reply`;
  if (reading.task === 'reranking')
    return `${reading.logit === 'only' ? 'one logit' : `difference of two logits, label ${reading.relevant + 1} is relevant`}, ${tokens}`;
  const prefixes = [
    reading.queryPrefix && `“${shown(reading.queryPrefix)}” before questions`,
    reading.passagePrefix && `“${shown(reading.passagePrefix)}” before passages`,
  ].filter((text) => text !== '');
  return [
    POOLING_NAMES[reading.pooling].toLowerCase().replace('(cls)', '(CLS)'),
    ...(reading.dense.length > 0 ? ['dense layer'] : []),
    reading.normalise ? 'length 1' : 'not scaled',
    ...(prefixes.length > 0 ? prefixes : ['no prefixes']),
    tokens,
  ].join(', ');
}

const VERDICTS: Readonly<Record<DeviceFigure['verdict'], string>> = {
  agrees: 'agrees',
  differs: 'other numbers',
  failed: 'failed',
  slow: 'stopped: WASM is far ahead',
  absent: 'This browser offers no GPU.',
};

export const deviceVerdictText = ({ verdict, reason }: DeviceFigure): string =>
  verdict === 'failed' && reason !== null ? `${VERDICTS[verdict]}: ${messageOf(reason)}` : VERDICTS[verdict];

export const SPEED_UNITS: Readonly<Record<ModelTask, string>> = {
  embedding: 'Passages a second',
  reranking: 'Pairs a second',
  generation: 'Tokens a second',
};

/** `0.4`, `12.5`, `340`. */
export const speedText = (perSecond: number): string => (perSecond < 99.95 ? fixed(perSecond, 1) : count(perSecond));

/** Difference from WASM: `0`, `2e-6`, `.013`. */
export function apartText(apart: number): string {
  if (apart <= 0) return '0';
  return apart < 0.001 ? apart.toExponential(0).replace('-', '\u2212') : fixed(apart, 3).replace(/^0\./, '.');
}

export function modelOriginText({ origin }: StoredModel): string {
  if (origin.kind === 'disk') return `from disk, ${origin.name}`;
  const host = origin.host.replace(/^https?:\/\//, '');
  const commit = origin.commit === null ? origin.revision : origin.commit.slice(0, 12);
  return `from ${host}, ${origin.revision === commit ? '' : `${origin.revision} at `}${commit}`;
}
