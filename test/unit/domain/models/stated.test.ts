import { describe, expect, it } from 'vitest';
import { readingOf, withOverrides } from '../../../../src/domain/models/repository';
import { embeddingOf, modulesJson, offerOf, refusalOf, textOf } from './make';

const SENTENCE = modulesJson('Transformer', 'Pooling', 'Normalize');
const pooling = (...flags: readonly string[]) => ({
  word_embedding_dimension: 384,
  pooling_mode_mean_tokens: false,
  ...Object.fromEntries(flags.map((flag) => [`pooling_mode_${flag}`, true])),
});
const PROMPTS = 'config_sentence_transformers.json';

describe('what a repository states', () => {
  it.each([
    ['cls_token', 'cls'],
    ['mean_tokens', 'mean'],
    ['max_tokens', 'max'],
    ['mean_sqrt_len_tokens', 'mean-sqrt-length'],
    ['weightedmean_tokens', 'weighted-mean'],
    ['lasttoken', 'last-token'],
  ])('pooling_mode_%s is %s', (flag, value) => {
    const found = embeddingOf({ files: { 'modules.json': SENTENCE, '1_Pooling/config.json': pooling(flag) } });
    expect(found.pooling).toEqual({ value, from: '1_Pooling/config.json', certainty: 'stated' });
  });

  it('the newer way to name a pooling is read too', () => {
    const found = embeddingOf({
      files: { '1_Pooling/config.json': { embedding_dimension: 384, pooling_mode: 'cls' } },
    });
    expect(found.pooling.value).toBe('cls');
  });

  it('its pooling wins over that of the family, with a warning', () => {
    const offer = offerOf({
      name: 'me/bge-small-en-finetuned',
      files: { 'modules.json': SENTENCE, '1_Pooling/config.json': pooling('mean_tokens') },
    });
    expect(offer.embedding?.pooling.value).toBe('mean');
    expect(textOf(offer.warnings)).toContain('By 1_Pooling/config.json the pooling is “mean”, by the BGE family “cls”');
  });

  it('prompts are read by their names, and win over the family', () => {
    const offer = offerOf({
      name: 'Snowflake/snowflake-arctic-embed-s',
      files: { [PROMPTS]: { prompts: { query: 'Find: ', document: '' }, default_prompt_name: null } },
    });
    expect(offer.embedding?.queryPrefix).toEqual({
      value: 'Find: ',
      from: `${PROMPTS} (“query”)`,
      certainty: 'stated',
    });
    expect(offer.embedding?.passagePrefix.value).toBe('');
    expect(textOf(offer.warnings)).toContain('the prefix of questions');
    expect(textOf(offer.warnings)).not.toContain('the prefix of passages');
  });

  it.each([
    ['none', {}],
    ['empty ones', { query: '', document: '' }],
    ['those of other tasks', { classification: 'classify: ' }],
  ])('prompts that are %s say nothing, so an E5 keeps its prefixes', (_, prompts) => {
    const found = embeddingOf({ name: 'me/my-e5-small', files: { [PROMPTS]: { prompts, default_prompt_name: null } } });
    expect(found.queryPrefix).toMatchObject({ value: 'query: ', certainty: 'family' });
  });

  it('a default prompt is put before questions and passages that have none of their own', () => {
    const found = embeddingOf({
      files: { [PROMPTS]: { prompts: { query: 'q: ', all: 'text: ' }, default_prompt_name: 'all' } },
    });
    expect([found.queryPrefix.value, found.passagePrefix.value]).toEqual(['q: ', 'text: ']);
  });

  it('a length beyond the positions of the network is cut to them', () => {
    const offer = offerOf({
      files: {
        'config.json': { architectures: ['XLMRobertaModel'], model_type: 'xlm-roberta', max_position_embeddings: 514 },
        'sentence_bert_config.json': { max_seq_length: 1024 },
      },
    });
    expect(offer.maxTokens).toMatchObject({ value: 512, from: 'config.json' });
  });

  it('lengths that do not fit a page are capped', () => {
    const offer = offerOf({
      files: {
        'config.json': { architectures: ['BertModel'], max_position_embeddings: 32768 },
        'tokenizer_config.json': { model_max_length: 32768 },
      },
    });
    expect(offer.maxTokens.value).toBe(8192);
    expect(textOf(offer.warnings)).toContain('It takes up to 32,768 tokens; here at most 8,192');
  });

  it('languages, licence and task are those of the README’s head, in all ways to write a list', () => {
    const readme =
      '---\nlanguage:\n- zh\n- "ja"\nlicense: cc-by-nc-4.0\ntags: [a, b]\npipeline_tag: sentence-similarity\n---\n# Name\nlanguage: xx\n';
    const offer = offerOf({ files: { 'README.md': readme } });
    expect(offer).toMatchObject({ languages: ['zh', 'ja'], licence: 'cc-by-nc-4.0' });
    expect(textOf(offer.warnings)).toContain('Its licence (cc-by-nc-4.0) does not allow commercial use.');
    const free = offerOf({ files: { 'README.md': readme.replace('cc-by-nc-4.0', 'apache-2.0') } });
    expect(textOf(free.warnings)).not.toContain('licence');
    expect(offer.task.from).toContain('README.md');
    expect(offerOf({ files: { 'README.md': '---\nlanguage: [en, de]\n---\n' } }).languages).toEqual(['en', 'de']);
    expect(offerOf({ files: { 'README.md': '# No head\nlanguage: fr\n' } }).languages).toEqual([]);
  });

  const dense = (inFeatures: number, outFeatures: number, activation: string) => ({
    ...{ in_features: inFeatures, out_features: outFeatures },
    activation_function: `torch.nn.modules.${activation}`,
  });
  const layers = {
    'modules.json': modulesJson('Transformer', 'Pooling', 'Dense'),
    '1_Pooling/config.json': pooling('mean_tokens'),
    '2_Dense/config.json': dense(768, 512, 'activation.Tanh'),
  };
  const table = {
    'modules.json': modulesJson('StaticEmbedding', 'Dense'),
    '1_Dense/config.json': dense(384, 384, 'linear.Identity'),
  };
  const task = { architectures: ['XLMRobertaModel'], lora_adaptations: ['retrieval.query'] };
  it.each([
    [
      'several poolings that are joined',
      { 'modules.json': SENTENCE, '1_Pooling/config.json': pooling('mean_tokens', 'cls_token') },
      'cls + mean',
    ],
    ['a step that is not done here', { 'modules.json': modulesJson('Transformer', 'Pooling', 'LSTM') }, 'LSTM'],
    ['a configuration that is no JSON', { 'modules.json': '<!DOCTYPE html>' }, 'modules.json'],
    [
      'a network that wants the number of a task',
      { 'config.json': task },
      'Hitrate cannot use this model (XLMRobertaModel)',
    ],
    ['dense layers that do not fit together', layers, '2_Dense'],
    ['a dense layer after a static table, since nothing says where it is', table, '1_Dense'],
  ])('%s is refused', (_, files, named) => {
    const weights = Object.keys(files).filter((path) => path.includes('Dense'));
    const sizes = Object.fromEntries(weights.map((path) => [path.replace('config.json', 'model.safetensors'), 1e6]));
    expect(refusalOf({ files, ...(weights.length > 0 && { sizes: { 'onnx/model.onnx': 9e7, ...sizes } }) })).toContain(
      named,
    );
  });

  it('what a person decides takes the place of what was found', () => {
    const found = readingOf(offerOf({ name: 'Xenova/bge-small-en-v1.5' }));
    const decided = { pooling: 'mean', queryPrefix: '', maxTokens: 128 } as const;
    expect(withOverrides(found, decided)).toEqual({ ...found, ...decided });
    expect(withOverrides(found, { ...decided, maxTokens: undefined as never })).toEqual({
      ...found,
      ...decided,
      maxTokens: found.maxTokens,
    });
    expect(found).toMatchObject({ pooling: 'cls', normalise: true, passagePrefix: '' });
  });
});
