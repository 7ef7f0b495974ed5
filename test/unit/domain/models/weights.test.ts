import { describe, expect, it } from 'vitest';
import { filesOf, type Graphics, offerFor, readingOf } from '../../../../src/domain/models/repository';
import { offerOf, refusalOf } from './make';

const paths = (sizes: Readonly<Record<string, number>>) => offerOf({ sizes }).weights.map(({ path }) => path);

describe('weights', () => {
  it('offers 8 bits first, and 4 bits last', () => {
    expect(
      paths({
        'onnx/model.onnx': 4e6,
        'onnx/model_fp16.onnx': 2e6,
        'onnx/model_q4f16.onnx': 1e6,
        'onnx/model_int8.onnx': 1e6,
        'onnx/model_quantized.onnx': 1e6,
        'onnx/model_uint8.onnx': 1e6,
        'onnx/model_bnb4.onnx': 1e6,
        'onnx/model_q4.onnx': 1e6,
      }),
    ).toEqual([
      'onnx/model_quantized.onnx',
      'onnx/model_int8.onnx',
      'onnx/model_uint8.onnx',
      'onnx/model.onnx',
      'onnx/model_fp16.onnx',
      'onnx/model_q4.onnx',
      'onnx/model_q4f16.onnx',
      'onnx/model_bnb4.onnx',
    ]);
  });

  it.each<[Graphics, number, string[]]>([
    ['none', 9e7, ['q8', 'fp32', 'fp16']],
    ['full', 9e7, ['fp32', 'q8', 'fp16']],
    ['half', 9e7, ['fp32', 'fp16', 'q8']],
    // A page may have no room for it.
    ['full', 2e9, ['q8', 'fp32', 'fp16']],
  ])('with graphics “%s” and %d bytes in 32 bits are offered first %j', (graphics, bytes, dtypes) => {
    const sizes = { 'onnx/model.onnx': bytes, 'onnx/model_quantized.onnx': 2e7, 'onnx/model_fp16.onnx': 4e7 };
    expect(offerFor(offerOf({ sizes }), graphics).weights.map(({ dtype }) => dtype)).toEqual(dtypes);
  });

  it('a size is that of the file and its external data, of that file alone', () => {
    const { weights } = offerOf({
      sizes: {
        'onnx/model.onnx': 500_000,
        'onnx/model.onnx_data': 2e9,
        'onnx/model.onnx_data_1': 1e9,
        'onnx/model_fp16.onnx': 500_000,
        'onnx/model_fp16.onnx.data': 1e9,
      },
    });
    expect(weights[0]).toEqual({
      path: 'onnx/model.onnx',
      dtype: 'fp32',
      externalData: ['onnx/model.onnx_data', 'onnx/model.onnx_data_1'],
      bytes: 3_000_500_000,
    });
    expect(weights[1]).toMatchObject({ dtype: 'fp16', externalData: ['onnx/model_fp16.onnx.data'] });
  });

  it('tensors that PyTorch’s exporter wrote each to a file belong to the network beside them', () => {
    const { weights } = offerOf({
      sizes: { 'onnx/model.onnx': 7e5, 'onnx/model.onnx_data': 2e9, 'onnx/Constant_7_attr__value': 65_552 },
    });
    expect(weights[0]?.externalData).toEqual(['onnx/Constant_7_attr__value', 'onnx/model.onnx_data']);
  });

  it('exports of sentence-transformers for one kind of processor are not offered', () => {
    const offer = offerOf({
      sizes: {
        'onnx/model.onnx': 9e7,
        'onnx/model_O3.onnx': 9e7,
        'onnx/model_O4.onnx': 45e6,
        'onnx/model_qint8_avx512_vnni.onnx': 23e6,
        'onnx/model_qint8_arm64.onnx': 23e6,
      },
    });
    expect(offer.weights.map(({ path, dtype }) => `${path} ${dtype}`)).toEqual([
      'onnx/model.onnx fp32',
      'onnx/model_O3.onnx fp32',
      'onnx/model_O4.onnx fp16',
    ]);
  });

  it('a model in the root is loaded, and one with another name', () => {
    expect(paths({ 'model.onnx': 9e7 })).toEqual(['model.onnx']);
    expect(paths({ 'model_optimized.onnx': 9e7 })).toEqual(['model_optimized.onnx']);
  });

  it('a repository without ONNX is refused, with where to find a conversion', () => {
    const refusal = refusalOf({ sizes: { 'onnx/model.onnx': -1, 'model.safetensors': 9e7 } });
    expect(refusal).toMatch(/no ONNX weights.*\(it has model\.safetensors\).*onnx-community.*Xenova.*backend="onnx"/);
  });

  it('of a text generator the merged decoder is taken, and a decoder without its cache is refused', () => {
    const files = { 'config.json': { architectures: ['GPT2LMHeadModel'], model_type: 'gpt2', n_positions: 1024 } };
    const { weights, task, maxTokens } = offerOf({
      files,
      sizes: {
        'onnx/decoder_model.onnx': 5e8,
        'onnx/decoder_with_past_model.onnx': 5e8,
        'onnx/decoder_model_merged.onnx': 5e8,
        'onnx/decoder_model_merged_quantized.onnx': 1e8,
      },
    });
    expect(task.value).toBe('generation');
    expect(weights.map(({ path, dtype }) => `${path} ${dtype}`)).toEqual([
      'onnx/decoder_model_merged_quantized.onnx q8',
      'onnx/decoder_model_merged.onnx fp32',
    ]);
    expect(maxTokens.value).toBe(512);
    expect(refusalOf({ files, sizes: { 'onnx/decoder_model.onnx': 5e8 } })).toContain('decoder_model_merged.onnx');
  });

  it('keeps the files of the chosen weights, and of no others', () => {
    const offer = offerOf({
      files: { 'README.md': 'Hello' },
      sizes: {
        'onnx/model.onnx': 5e5,
        'onnx/model.onnx_data': 2e9,
        'onnx/model_quantized.onnx': 5e8,
        'model.safetensors': 1e9,
      },
    });
    expect(filesOf(offer, readingOf(offer, 1))).toEqual([
      'config.json',
      'onnx/model.onnx',
      'onnx/model.onnx_data',
      'tokenizer.json',
      'tokenizer_config.json',
    ]);
    expect(filesOf(offer, readingOf(offer))).not.toContain('onnx/model.onnx');
  });
});
