import type { Dtype, ModelConfiguration, ModelTask, Pooling } from '../../../domain/models/configuration';
import type { Finding } from '../../../domain/models/repository';
import { count } from '../../shared/format';
import { originText } from '../../shared/messages/models';

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
  const origin = originText(from);
  if (certainty === 'stated') return `stated in ${origin}`;
  return certainty === 'family' ? `known of ${origin}` : `assumed: ${origin}`;
}

export const shown = (text: string): string => text.replace(/\n/g, '⏎');

/** A model configuration in a line. */
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
