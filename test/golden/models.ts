import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BertTokenizer } from '@xenova/transformers';
import { MODELS } from '../../tools/models/seal.mjs';
import { goldenPath, readJson } from './read';

/** Cosines and logits of the trainer's fp32 graphs, of every question and passage of the bundled sample. */
export interface SampleReference {
  readonly questions: readonly string[];
  readonly passages: readonly string[];
  /** [question][passage] */
  readonly cosines: readonly Float32Array[];
  readonly logits: readonly Float32Array[];
}

export function sampleReference(): SampleReference {
  type File = { questions: string[]; passages: string[]; cosines: string; logits: string };
  const file = readJson<File>(goldenPath('models', 'sample.json'));
  const matrix = (base64: string): Float32Array[] => {
    const bytes = Uint8Array.from(Buffer.from(base64, 'base64'));
    const values = new Float32Array(bytes.buffer);
    const width = file.passages.length;
    return file.questions.map((_, q) => values.subarray(q * width, (q + 1) * width));
  };
  return { ...file, cosines: matrix(file.cosines), logits: matrix(file.logits) };
}

export const modelPath = (model: string, ...names: string[]): string => join(MODELS, model, ...names);

/** The tokenizer that the app loads, read from the bundled files. */
export function bundledTokenizer(model: string): BertTokenizer {
  const json = (name: string): object => JSON.parse(readFileSync(modelPath(model, name), 'utf8')) as object;
  return new BertTokenizer(json('tokenizer.json'), json('tokenizer_config.json'));
}
