import type { PassagesApi } from '../../contract/workers';
import { type CountTokens, passagesOf, spansOf } from '../../domain/chunk/by-tokens';
import { HitrateError } from '../../contract/errors';
import { type ChunkerSpec, contextsFileOf } from '../../domain/chunk/chunker-spec';
import { packPlaces, type Passage } from '../../domain/chunk/places';
import { type ContextMatches, WrittenContexts } from '../../domain/chunk/written-contexts';
import { describeDocs, passageText, prepareCorpus } from '../../domain/dataset/corpus';
import type { Doc } from '../../base/types';
import { withDatabase } from '../indexed-db/kept-open';
import { collections } from '../storage/collections';
import type { Database } from '../storage/schema';

/** Characters that are counted in one call, about. */
const BATCH_CHARACTERS = 100_000;

export function createPassages(open: () => Promise<Database>): PassagesApi {
  return {
    async corpus({ collection }) {
      const docs = await docsOf(open, collection);
      return { docs, ...prepareCorpus(docs) };
    },
    async chunk({ collection, chunker }, count) {
      const { passages, matches } = await indexedPassages(open, collection, chunker, count);
      const prepared = prepareCorpus(passages.map(({ doc }) => doc));
      const contexts = passages.map(({ doc: { title, context = '' } }) => ({ title, context }));
      return { ...prepared, places: packPlaces(passages), contexts, matches };
    },
    places: async ({ collection, chunker }, count) =>
      packPlaces(await passagesOf(await docsOf(open, collection), chunker, count)),
    async chunking({ collection, chunker }, count) {
      const cut = await indexedPassages(open, collection, chunker, count);
      const passages = cut.passages.map(({ doc }) => doc);
      const { key, metadataKey } = prepareCorpus(passages);
      return { key, metadataKey, passages: passages.length, characters: charactersOf(passages) };
    },
    async lengths({ collection, chunker, prefix, room }, count, countText) {
      const { passages: cut, matches } = await indexedPassages(open, collection, chunker, count);
      const passages = cut.map(({ doc }) => doc);
      const longer = room === null ? 0 : await countLonger(passages, prefix, room, countText);
      const contexts = matches ? { contexts: matches } : {};
      return { passages: passages.length, characters: charactersOf(passages), longer, ...contexts };
    },
    spans: ({ doc, chunker }, count) => spansOf(doc, chunker, count),
    describe: async ({ docs }) => describeDocs(docs),
  };
}

export const docsOf = (open: () => Promise<Database>, collection: string): Promise<Doc[]> =>
  withDatabase(open, (db) => collections(db).docs(collection));

/** Passages with what is indexed before each. @throws {HitrateError} `system-file-changed` */
async function indexedPassages(
  open: () => Promise<Database>,
  collection: string,
  chunker: ChunkerSpec,
  count: CountTokens,
): Promise<{ passages: readonly Passage[]; matches: ContextMatches | null }> {
  const [docs, written] = await Promise.all([docsOf(open, collection), writtenContexts(open, collection, chunker)]);
  const passages = await passagesOf(docs, chunker, count, written);
  const given = passages.filter(({ doc: { context = '' } }) => context !== '').length;
  return { passages, matches: written && { passages: passages.length, given, unmatched: written.unmatched } };
}

async function writtenContexts(open: () => Promise<Database>, collection: string, chunker: ChunkerSpec) {
  const file = contextsFileOf(chunker);
  if (!file) return null;
  const key: [string, string] = [collection, file.name];
  const [header, content] = await withDatabase(open, (db) =>
    Promise.all([db.get('broughtHeaders', key), db.get('brought', key)]),
  );
  if (header?.hash !== file.hash || content?.kind !== 'contexts')
    throw new HitrateError('system-file-changed', { kind: 'contexts', name: file.name });
  return new WrittenContexts(content.entries);
}

const charactersOf = (passages: readonly Doc[]): number =>
  passages.reduce((sum, passage) => sum + passageText(passage).length, 0);

async function countLonger(passages: readonly Doc[], prefix: string, room: number, countText: CountTokens) {
  let longer = 0;
  let batch: string[] = [];
  let characters = 0;
  const count = async (): Promise<void> => {
    if (batch.length === 0) return;
    longer += (await countText(batch)).filter((tokens) => tokens > room).length;
    [batch, characters] = [[], 0];
  };
  for (const passage of passages) {
    const text = prefix + passageText(passage);
    if (isShort(text, room)) continue;
    batch.push(text);
    characters += text.length;
    if (characters >= BATCH_CHARACTERS) await count();
  }
  await count();
  return longer;
}

/** Whether a text cannot be too long: of ASCII, which no tokenizer expands, with fewer characters than tokens fit. */
const isShort = (text: string, room: number): boolean => text.length < room && /^[\t\n\r -~]*$/.test(text);
