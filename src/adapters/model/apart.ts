import { groupBy } from '../../base/containers';
import type { AskedPassages, ModelRequest, ScoredPairs } from '../../contract/model-workers';
import {
  stateBytes,
  leadOf,
  matchFeeds,
  type PlacedPassage,
  placesOf,
  PASSAGE_OUTPUTS,
  QUESTION_OUTPUTS,
  type PassageState,
  readPassages,
  readQuestions,
  readFeeds,
} from './apart-feeds';
import { apartGraphOf, halving, type NetworkPort } from './network-port';
import { layOut, ONE_LOGIT, type PairReader, type PairWindow, relevance, tokensOf } from './pairs';
import type { GraphOutput } from './network';

/** As many values as there is room for, in bytes with their keys; those that were used longest ago go first. */
export class Kept<Value> {
  private readonly values = new Map<string, { readonly value: Value; readonly bytes: number }>();
  private bytes = 0;

  constructor(private readonly room: number) {}

  get(key: string): Value | undefined {
    const found = this.values.get(key);
    if (!found) return undefined;
    this.values.delete(key);
    this.values.set(key, found);
    return found.value;
  }

  set(key: string, value: Value, size: number): void {
    this.forget(key);
    const bytes = size + 2 * key.length;
    this.values.set(key, { value, bytes });
    this.bytes += bytes;
    for (const oldest of this.values.keys()) {
      if (this.bytes <= this.room) break;
      this.forget(oldest);
    }
  }

  private forget(key: string): void {
    this.bytes -= this.values.get(key)?.bytes ?? 0;
    this.values.delete(key);
  }
}

export interface ApartNetworks {
  readonly read: NetworkPort;
  readonly match: NetworkPort;
  readonly threads: number;
}

export interface KeptTexts {
  readonly tokens: Kept<readonly number[]>;
  readonly passages: Kept<PassageState>;
}

/** A passage of 170 tokens takes 110 kB: some 900 of them. What goes is read again. */
const PASSAGE_BYTES = 96e6;
const TOKEN_BYTES = 16e6;

export const keptTexts = (): KeptTexts => ({ tokens: new Kept(TOKEN_BYTES), passages: new Kept(PASSAGE_BYTES) });

/** Texts that are read at once: more gain nothing, and what is filled would change the last digits. */
const ALONE = 1;
/**
 * Pairs of a question matched at once on one thread, each as wide as the graph reads: a score is that of the pair alone
 * to the last bit. On several threads the number of pairs moves the last digits: each is matched alone.
 */
const MATCHED = 16;
/** Tokens whose passages are held between reading and matching. */
const HELD_TOKENS = 32_768;

/** Scores pairs, each text read once. A passage too long for the model is read in windows: the best counts. */
export async function scoreApart(
  request: ModelRequest & { readonly asked: readonly AskedPassages[] },
  reader: PairReader,
  networks: ApartNetworks,
  kept: KeptTexts,
): Promise<ScoredPairs> {
  const began = performance.now();
  const known = knownTokens(reader, kept, request.asked);
  const { windows, tokens, truncated } = layOut(reader.frame, request.asked, request.maxTokens, known);
  const best = new Float32Array(tokens.length).fill(-Infinity);
  const reading: Reading = { request, network: networks.read, remarks: [] };
  for (const part of parts(windows)) {
    const passages = await passagesOf(reading, kept.passages, part);
    const byQuestion = groupBy(part, ({ asked }) => asked);
    const questions = await questionsOf(reading, [...byQuestion.keys()]);
    for (const [asked, own] of byQuestion) {
      const before = reader.frame.before.ids.length + asked.length + reader.frame.between.ids.length;
      const lead = leadOf(before);
      const placed = own
        .map(({ pair, key }) => ({ pair, passage: passages.get(key)!, lead }))
        .map((each) => ({ ...each, end: lead + each.passage.rows.length + reader.frame.after.ids.length }))
        .sort((a, b) => placesOf(b) - placesOf(a));
      const matched = await halving({
        request,
        items: placed,
        unit: 'pairs',
        room: networks.match.room,
        fits: networks.threads === 1 ? alike : () => ALONE,
        renew: () => networks.match.renew(),
        async run(batch) {
          const feeds = matchFeeds(questions.get(asked)!, batch);
          const found = await networks.match.run(apartGraphOf(request, 'match'), { feeds, outputs: ['logits'] });
          const logits = relevance(found.logits, batch.length, ONE_LOGIT);
          batch.forEach(({ pair }, i) => (best[pair] = Math.max(best[pair]!, logits[i]!)));
        },
      });
      reading.remarks.push(...matched.remarks);
    }
  }
  return { logits: best, tokens, truncated, milliseconds: performance.now() - began, remarks: reading.remarks };
}

function alike(passages: readonly PlacedPassage[], at: number): number {
  const places = placesOf(passages[at]!);
  let end = at + 1;
  while (end < Math.min(passages.length, at + MATCHED) && placesOf(passages[end]!) === places) end++;
  return end - at;
}

function knownTokens(reader: PairReader, kept: KeptTexts, asked: readonly AskedPassages[]) {
  const texts = new Set(asked.flatMap(({ query, passages }) => [query, ...passages]));
  const found = new Map([...texts].map((text) => [text, kept.tokens.get(text)]));
  const missing = [...texts].filter((text) => found.get(text) === undefined);
  if (missing.length > 0)
    tokensOf(reader.tokenizer, missing).forEach((ids, i) => {
      const text = missing[i]!;
      found.set(text, ids);
      kept.tokens.set(text, ids, 8 * ids.length);
    });
  return (text: string): readonly number[] => found.get(text)!;
}

function* parts(windows: readonly PairWindow[]): Generator<readonly PairWindow[]> {
  for (let at = 0; at < windows.length;) {
    let [end, held] = [at, 0];
    do held += windows[end++]!.ids.length;
    while (end < windows.length && held + windows[end]!.ids.length <= HELD_TOKENS);
    yield windows.slice(at, end);
    at = end;
  }
}

interface Reading {
  readonly request: ModelRequest;
  readonly network: NetworkPort;
  readonly remarks: ScoredPairs['remarks'][number][];
}

async function passagesOf(reading: Reading, kept: Kept<PassageState>, windows: readonly PairWindow[]) {
  const found = new Map<string, PassageState>();
  const missing = new Map<string, readonly number[]>();
  for (const { key, ids } of windows) {
    const known = found.get(key) ?? kept.get(key);
    if (known) found.set(key, known);
    else missing.set(key, ids);
  }
  for (const [key, passage] of await readTexts(reading, [...missing], 1, PASSAGE_OUTPUTS, readPassages)) {
    found.set(key, passage);
    kept.set(key, passage, stateBytes(passage));
  }
  return found;
}

async function questionsOf(reading: Reading, asked: readonly (readonly number[])[]) {
  const keyed = asked.map((ids) => [ids, ids] as const);
  return new Map(await readTexts(reading, keyed, 0, QUESTION_OUTPUTS, readQuestions));
}

type Keyed<Key> = readonly [key: Key, ids: readonly number[]];

async function readTexts<Key, Name extends string, Read>(
  { request, network, remarks }: Reading,
  texts: readonly Keyed<Key>[],
  type: 0 | 1,
  outputs: readonly Name[],
  readOf: (texts: readonly (readonly number[])[], outputs: Readonly<Record<Name, GraphOutput>>) => readonly Read[],
) {
  const found = await halving({
    request,
    items: texts,
    unit: 'texts',
    room: network.room,
    fits: () => ALONE,
    renew: () => network.renew(),
    async run(batch) {
      const ids = batch.map(([, each]) => each);
      const read = await network.run(apartGraphOf(request, 'read'), { feeds: readFeeds(ids, type), outputs });
      return readOf(ids, read).map((read, i): readonly [Key, Read] => [batch[i]![0], read]);
    },
  });
  remarks.push(...found.remarks);
  return found.results.flat();
}
