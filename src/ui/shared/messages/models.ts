import type { ModelErrors, TextErrors } from '../../../contract/errors';
import type { TrialData, TriedReading } from '../../../contract/models';
import type { Catalogue } from './catalogue';

/** A way of reading a model, as a sentence goes on with it; one that an earlier version kept is in words. */
export function triedText(reading: TriedReading | string): string {
  if (typeof reading === 'string') return reading;
  const pooling = reading.pooling === 'graph' ? 'pooled by the graph' : `${reading.pooling} pooling`;
  return `${pooling}, ${reading.prefixed ? 'its prefixes' : 'no prefixes'}`;
}

export const trialMessages: Catalogue<TrialData> = {
  'few-right': ({ right, of }) =>
    `Of ${of} simple questions, whose other passages are on something else, it puts only ${right} answers first. The weights may be broken, the model may not know these languages, or it is read wrongly.`,
  'answers-last': () => 'It puts known answers last: the label that means relevant is probably the other one.',
  'better-reading': ({ reading, right, own }) =>
    `Read with ${triedText(reading)} it puts ${right} known answers first, instead of ${own.right} with ${triedText(own.reading)}: look at the model’s own page, and change how it is read.`,
};

const same = (sentence: string): string => sentence;

export const modelMessages: Catalogue<ModelErrors & TextErrors> = {
  'model-absent': ({ model }) => `The model “${model}” is not on this machine. Add it under Models, or choose another.`,
  'model-changed': ({ model }) =>
    `The model “${model}” is not the one that was asked for: its files, or how they are read, have changed. Start again with the model that is here.`,
  'import-failed': same,
  'model-unavailable': same,
  'model-refused': same,
  'download-failed': same,
  'device-unavailable': same,
  'out-of-memory': same,
  'spec-invalid': same,
  'lists-missing': same,
  'id-unwritable': same,
};
