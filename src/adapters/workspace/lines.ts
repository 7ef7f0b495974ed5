import * as v from 'valibot';
import { parseTypedJson, typedJson } from '../../base/typed-json';
import type { DocId } from '../../base/types';
import { type KeptRankings, RankingsPacker } from '../../domain/run/packed';

const CHUNK_UNITS = 2 ** 16;
const encoder = new TextEncoder();

/** JSON Lines of values, in chunks. */
export async function* jsonLines(
  values: Iterable<unknown> | AsyncIterable<unknown>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let text = '';
  for await (const value of values) {
    text += `${typedJson(value)}\n`;
    if (text.length < CHUNK_UNITS) continue;
    yield encoder.encode(text);
    text = '';
  }
  if (text !== '') yield encoder.encode(text);
}

/** One value, for people to read. */
export const jsonText = (value: unknown): Uint8Array<ArrayBuffer>[] => [encoder.encode(`${typedJson(value, 2)}\n`)];

/** The values of JSON Lines. @throws {SyntaxError} for what is none, {TypeError} for what is no UTF-8 */
export async function readJsonLines(chunks: AsyncIterable<Uint8Array>): Promise<unknown[]> {
  const values: unknown[] = [];
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let parts: string[] = [];
  for await (const chunk of chunks) {
    const [rest, ...lines] = decoder.decode(chunk, { stream: true }).split('\n');
    parts.push(rest!);
    if (lines.length === 0) continue;
    const last = lines.pop()!;
    values.push(parseTypedJson(parts.join('')), ...lines.map(parseTypedJson));
    parts = [last];
  }
  if (parts.join('') + decoder.decode() !== '') throw new SyntaxError('the last line has no end');
  return values;
}

export async function readJson(chunks: AsyncIterable<Uint8Array>): Promise<unknown> {
  return parseTypedJson(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await readBytes(chunks)));
}

export async function readBytes(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/**
 * Rankings as lines: the documents that are ranked, and then for each question the place of each document among them and its
 * score, best first.
 */
export function* listLines(queries: readonly string[], { docs, rankings }: KeptRankings): Generator<unknown> {
  yield { docs };
  const { offsets, docs: ranked, scores } = rankings;
  for (const [i, query] of queries.entries()) {
    const hits: [number, number][] = [];
    for (let at = offsets[i]!; at < offsets[i + 1]!; at++) hits.push([ranked[at]!, scores[at]!]);
    yield { query, hits };
  }
}

/** Whether rankings are one for each question, and of the documents that they name. */
export const areListsOf = (queries: readonly unknown[], { docs, rankings }: KeptRankings): boolean =>
  queries.every((query) => typeof query === 'string') &&
  rankings.offsets.length === queries.length + 1 &&
  rankings.offsets[0] === 0 &&
  rankings.offsets.at(-1) === rankings.docs.length &&
  rankings.docs.length === rankings.scores.length &&
  rankings.docs.every((doc) => doc < docs.length);

const Head = v.strictObject({ docs: v.array(v.string()) });
const Line = v.strictObject({ query: v.string(), hits: v.array(v.strictTuple([v.number(), v.number()])) });

export interface ReadLists {
  readonly queries: readonly string[];
  readonly kept: KeptRankings;
}

/** The other way round. @returns null for what are no such lines */
export function readLists([head, ...lines]: readonly unknown[]): ReadLists | null {
  // Checked and not copied: a copy leaves out fields of some names.
  if (!v.is(Head, head) || !lines.every((line) => v.is(Line, line))) return null;
  const lists = lines as readonly v.InferOutput<typeof Line>[];
  const isPlace = (doc: number): boolean => Number.isInteger(doc) && doc >= 0 && doc < head.docs.length;
  if (!lists.every(({ hits }) => hits.every(([doc]) => isPlace(doc)))) return null;
  const packer = new RankingsPacker(lists.map(({ hits }) => hits.length));
  for (const { hits } of lists) for (const [doc, score] of hits) packer.add(doc, score);
  return {
    queries: lists.map(({ query }) => query),
    kept: { docs: head.docs as readonly string[] as readonly DocId[], rankings: packer.packed },
  };
}
