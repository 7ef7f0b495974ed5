import { describe, expect, it } from 'vitest';
import { isRefused, readRepository } from '../../../../src/domain/models/read-repository';
import { textsOf } from '../../../../src/domain/models/source';
import type { ModelOffer, RefusedRepository, RepositoryFile } from '../../../../src/domain/models/repository';
import { textOf } from './make';
import { filesBelow, hubPath } from '../../../hub-data';

/** What the published files of a model say, with files of weights added to the listing. */
function look(model: string, folder: string, added: Readonly<Record<string, number>>): ModelOffer | RefusedRepository {
  const files = filesBelow(folder);
  const listing: RepositoryFile[] = [
    ...files.map(({ path, bytes }) => ({ path, bytes })),
    ...Object.entries({ 'onnx/model.onnx': 90e6, 'onnx/model_quantized.onnx': 23e6, ...added }).map(
      ([path, bytes]) => ({
        path,
        bytes,
      }),
    ),
  ];
  const wanted = new Set(textsOf(listing));
  return readRepository(
    listing,
    new Map(files.filter(({ path }) => wanted.has(path)).map(({ path, text }) => [path, text()])),
    model,
  );
}

function published(model: string, added: Readonly<Record<string, number>> = {}) {
  const folder = hubPath(model);
  const test = folder === null ? it.skip : it;
  const offer = (): ModelOffer => {
    const found = look(model, folder ?? '', added);
    if (isRefused(found)) throw new Error(textOf(found.problems));
    return found;
  };
  const embedding = () => {
    const found = offer().embedding;
    if (!found) throw new Error('no embedding model');
    return found;
  };
  const problems = () => {
    const found = look(model, folder ?? '', added);
    return isRefused(found) ? textOf(found.problems) : '';
  };
  return { test, offer, embedding, problems };
}

describe('published repositories', () => {
  const mpnet = published('all-mpnet-base-v2');
  mpnet.test('all-mpnet-base-v2 takes 384 tokens, not the 512 of its tokenizer or the 514 of its positions', () => {
    expect(mpnet.offer().maxTokens).toEqual({ value: 384, from: 'sentence_bert_config.json', certainty: 'stated' });
    expect(mpnet.embedding().pooling).toEqual({ value: 'mean', from: '1_Pooling/config.json', certainty: 'stated' });
    expect(mpnet.embedding().normalise).toEqual({ value: true, from: 'modules.json', certainty: 'stated' });
    expect(mpnet.offer().task.value).toBe('embedding');
    expect(mpnet.offer().dimensions?.value).toBe(768);
  });

  const mini = published('all-MiniLM-L6-v2');
  mini.test(
    'all-MiniLM-L6-v2 is known to be pooled by mean and to read 256 tokens, as its own files say neither',
    () => {
      expect(mini.embedding().pooling).toEqual({ value: 'mean', from: 'all-MiniLM-L6', certainty: 'family' });
      expect(mini.embedding().normalise.value).toBe(true);
      expect(mini.offer().maxTokens).toMatchObject({ value: 256, certainty: 'family' });
      expect(mini.offer().warnings).toEqual([]);
      expect(mini.offer().weights.map(({ dtype }) => dtype)).toEqual(['q8', 'fp32']);
    },
  );

  const gte = published('gte-small');
  gte.test('gte-small takes 512 tokens: neither the 128 last asked of its tokenizer, nor its limit of 1e30', () => {
    expect(gte.offer().maxTokens).toMatchObject({ value: 512 });
    expect(gte.embedding().pooling).toMatchObject({ value: 'mean', certainty: 'family' });
    expect(gte.embedding().queryPrefix).toMatchObject({ value: '', certainty: 'family' });
  });

  const noInstruct = published('NoInstruct-small-Embedding-v0');
  noInstruct.test(
    'NoInstruct is pooled by CLS, which it names sentence_embedding, and its mean for questions is told',
    () => {
      expect(noInstruct.embedding().pooling).toMatchObject({ value: 'cls', from: '1_Pooling/config.json' });
      expect(noInstruct.embedding().queryPrefix).toMatchObject({ value: '' });
      expect(textOf(noInstruct.offer().warnings)).toContain('several poolings');
    },
  );

  const m3e = published('m3e-small');
  m3e.test('m3e-small does not scale its vectors, and takes nothing from the model that it began as', () => {
    expect(m3e.embedding().normalise).toMatchObject({ value: false, certainty: 'stated' });
    expect(m3e.embedding().pooling.value).toBe('mean');
    expect(m3e.offer().dimensions?.value).toBe(512);
    expect(m3e.offer().family).toBe('M3E');
  });

  const pickled = published('acge_text_embedding', { '2_Dense/pytorch_model.bin': 7e6 });
  pickled.test('acge is refused where its dense layer is pickled', () => {
    expect(pickled.problems()).toContain('2_Dense');
  });

  const acge = published('acge_text_embedding', { '2_Dense/model.safetensors': 7e6 });
  acge.test('acge has vectors of 1792 numbers after its dense layer, not of 1024', () => {
    expect(acge.offer().dimensions).toMatchObject({ value: 1792, from: '2_Dense/config.json' });
    expect(acge.embedding().dense).toEqual([
      {
        path: '2_Dense/model.safetensors',
        inFeatures: 1024,
        outFeatures: 1792,
        bias: true,
        activation: 'identity',
      },
    ]);
    expect(acge.offer().maxTokens.value).toBe(1024);
  });

  const e5 = published('multilingual-e5-large', { 'tokenizer.json': 17e6 });
  e5.test('an E5 whose export names the instruct model is read as that one', () => {
    expect(e5.embedding().queryPrefix.value).toMatch(/^Instruct: .*\nQuery: $/);
    expect(e5.embedding().queryPrefix.from).toBe('E5 instruct');
    expect(e5.embedding().passagePrefix.value).toBe('');
    expect(e5.offer().maxTokens.value).toBe(512);
  });

  const bge = published('bge-reranker-large', { 'tokenizer.json': 17e6 });
  bge.test('bge-reranker-large is a reranker with one logit, of 512 tokens and not 514', () => {
    expect(bge.offer().task).toMatchObject({ value: 'reranking', certainty: 'stated' });
    expect(bge.offer().reranking?.logit.value).toBe('only');
    expect(bge.offer().maxTokens.value).toBe(512);
    expect(bge.offer()).toMatchObject({ embedding: null, dimensions: null, warnings: [] });
  });

  const incomplete = published('bge-reranker-large');
  incomplete.test('a repository without its tokenizer is refused', () => {
    expect(incomplete.problems()).toContain('no tokenizer.json');
  });
});
