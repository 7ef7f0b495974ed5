import type { PassagesApi } from '../../contract/workers';
import type { CountTokens } from '../../domain/chunk/by-tokens';
import { passagesOf, spansOf } from '../../domain/chunk/passages';
import { packPlaces } from '../../domain/chunk/places';
import { describeDocs, passageText, prepareCorpus } from '../../domain/dataset/corpus';
import type { Doc } from '../../base/types';
import { collections } from '../storage/collections';
import type { Database } from '../storage/schema';

/** Characters that are counted in one call, about. */
const BATCH_CHARACTERS = 100_000;

/** @param open opens the database of documents, which is closed when they are read */
export function createPassages(open: () => Promise<Database>): PassagesApi {
  return {
    async corpus({ collection }) {
      const docs = await docsOf(open, collection);
      return { docs, ...prepareCorpus(docs) };
    },
    async chunk({ collection, chunker }, count) {
      const passages = await passagesOf(await docsOf(open, collection), chunker, count);
      const prepared = prepareCorpus(passages.map(({ doc }) => doc));
      const contexts = passages.map(({ doc: { title, context = '' } }) => ({ title, context }));
      return { ...prepared, places: packPlaces(passages), contexts };
    },
    places: async ({ collection, chunker }, count) =>
      packPlaces(await passagesOf(await docsOf(open, collection), chunker, count)),
    async chunking({ collection, chunker }, count) {
      const passages = (await passagesOf(await docsOf(open, collection), chunker, count)).map(({ doc }) => doc);
      const { key, metadataKey } = prepareCorpus(passages);
      return { key, metadataKey, passages: passages.length, characters: charactersOf(passages) };
    },
    async lengths({ collection, chunker, prefix, room }, count, countText) {
      const docs = await docsOf(open, collection);
      const passages = chunker.kind === 'whole' ? docs : (await passagesOf(docs, chunker, count)).map(({ doc }) => doc);
      const longer = room === null ? 0 : await countLonger(passages, prefix, room, countText);
      return { passages: passages.length, characters: charactersOf(passages), longer };
    },
    spans: ({ doc, chunker }, count) => spansOf(doc, chunker, count),
    describe: async ({ docs }) => describeDocs(docs),
  };
}

/** In the order in which they are stored. */
export async function docsOf(open: () => Promise<Database>, collection: string): Promise<Doc[]> {
  const db = await open();
  try {
    return await collections(db).docs(collection);
  } finally {
    db.close();
  }
}

const charactersOf = (passages: readonly Doc[]): number =>
  passages.reduce((sum, passage) => sum + passageText(passage).length, 0);

async function countLonger(
  passages: readonly Doc[],
  prefix: string,
  room: number,
  countText: CountTokens,
): Promise<number> {
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
