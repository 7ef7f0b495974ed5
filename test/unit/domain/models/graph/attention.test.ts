import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { attentionOf, operatorsOf } from '../../../../../src/domain/models/graph/operators';

const ROOT = join(import.meta.dirname, '../../../../..');
const FIXTURES = join(ROOT, 'test/fixtures/models');

const fixture = (path: string): Buffer => readFileSync(join(FIXTURES, path));

async function factsOf(bytes: Uint8Array) {
  let read = 0;
  const operators = await operatorsOf((from, to) => {
    read += to - from;
    return Promise.resolve(bytes.subarray(from, to));
  }, bytes.length);
  return { operators, read, attention: operators && attentionOf(operators) };
}

describe('how a graph has its attention', () => {
  it.each([
    ['bert-64-fused.onnx', 'fused', [{ name: 'MultiHeadAttention', nodes: 1 }]],
    ['bert-64.onnx', 'plain', []],
    ['bert-384-int8.onnx', 'plain', []],
    ['last-token-cached.onnx', 'plain', []],
    ['external-data/model.onnx', 'plain', []],
    ['tiny-chat/onnx/model.onnx', 'plain', []],
    ['static-flat.onnx', 'none', []],
  ] as const)('%s: %s', async (path, kind, fused) => {
    expect((await factsOf(fixture(path))).attention).toEqual({ kind, fused });
  });

  it('counts each node once, in whatever graph of the file it is', async () => {
    // Two ways of an `If`, with a softmax each, and one in a function.
    const softmax = message([4, text('Softmax')]);
    const body = message([1, softmax]);
    const branches = message([4, text('If')], [5, message([6, body])], [5, message([11, body], [11, message()])]);
    const file = message([7, message([1, branches], [5, new Uint8Array(70_000)])], [25, message([7, softmax])]);
    const { operators, read } = await factsOf(file);
    expect(operators!.counts).toEqual(
      new Map([
        [':Softmax', 3],
        [':If', 1],
      ]),
    );
    expect(read).toBeLessThan(file.length);
  });

  it('is plain where a product reads a softmax, as itself or in another number format, and not where nothing does', async () => {
    const node = (operator: string, input: string, output: string) =>
      [1, message([1, text(input)], [2, text(output)], [4, text(operator)])] as const;
    const kindOf = async (...nodes: (readonly [number, Uint8Array])[]) =>
      (await factsOf(message([7, message(...nodes)]))).attention!.kind;
    const softmax = node('Softmax', 'x', 'shares');
    expect(await kindOf(softmax, node('MatMul', 'shares', 'y'))).toBe('plain');
    expect(await kindOf(softmax, node('Cast', 'shares', 'half'), node('MatMulInteger', 'half', 'y'))).toBe('plain');
    // Weights of words, which are added up.
    expect(await kindOf(softmax, node('Mul', 'shares', 'y'), node('MatMul', 'y', 'z'))).toBe('none');
    expect(await kindOf(softmax, node('MatMul', 'x', 'y'))).toBe('none');
  });

  it('takes no operator of another domain for one of ONNX Runtime', () => {
    const attention = (key: string) => attentionOf({ counts: new Map([[key, 2]]), weighed: 0 });
    expect(attention('com.microsoft:GroupQueryAttention')).toEqual({
      kind: 'fused',
      fused: [{ name: 'GroupQueryAttention', nodes: 2 }],
    });
    expect(attention(':Attention').kind).toBe('fused');
    expect(attention('made.up:MultiHeadAttention')).toEqual({ kind: 'none', fused: [] });
    // A fused step that is no attention.
    expect(attention('com.microsoft:SkipLayerNormalization').kind).toBe('none');
  });

  it.each(['hitrate-embedding', 'hitrate-reranker'])(
    'is in the card of %s as in its file, of which little is read',
    async (model) => {
      const folder = join(ROOT, 'public/models', model);
      const card = JSON.parse(readFileSync(join(folder, 'card.json'), 'utf8')) as object;
      const file = readFileSync(join(folder, 'onnx/model_quantized.onnx'));
      const { attention, read } = await factsOf(file);
      expect(card).toHaveProperty('attention', attention);
      expect(read).toBeLessThan(file.length / 4);
    },
  );

  it('is not known of what is no ONNX file, or is cut off', async () => {
    const whole = fixture('bert-64.onnx');
    for (const bytes of [
      new Uint8Array(),
      new TextEncoder().encode('version https://git-lfs.github.com/spec/v1\n'),
      whole.subarray(0, whole.length - 3000),
      Uint8Array.from({ length: 300 }, () => 0xff),
    ])
      expect((await factsOf(bytes)).attention).toBeNull();
  });

  it('is known of every network among the test models', async () => {
    for (const name of readdirSync(FIXTURES).filter((each) => each.endsWith('.onnx')))
      expect((await factsOf(fixture(name))).attention, name).not.toBeNull();
  });
});

const text = (value: string): Uint8Array => new TextEncoder().encode(value);

/** A message of Protocol Buffers, with fields that have a length. */
function message(...fields: readonly (readonly [number: number, content: Uint8Array])[]): Uint8Array {
  const bytes: number[] = [];
  const varint = (value: number): void => {
    for (; value > 127; value = Math.floor(value / 128)) bytes.push((value % 128) + 128);
    bytes.push(value);
  };
  for (const [number, content] of fields) {
    varint(number * 8 + 2);
    varint(content.length);
    bytes.push(...content);
  }
  return Uint8Array.from(bytes);
}
