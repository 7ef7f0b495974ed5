import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import MiniSearch from 'minisearch';
import { createPostings } from '../../src/adapters/lexical/lexical';
import { DEFAULT_ANALYZER } from '../../src/domain/text/analyzer-spec';
import { DEFAULT_SCORERS } from '../../src/domain/retrieval/lexical/scorers';
import { Random } from '../../src/domain/statistics/random';
import { cjkBigram } from '../../src/domain/text/cjk';

/**
 * `word-index.mjs postings|MiniSearch|FlexSearch|Orama|lunr|wink <passages> [folder of packages]`: builds an index of
 * passages of 80 words and asks questions of 12, whose words are as common as those of natural text (Zipf's law, 50,000
 * words). Prints milliseconds a question, milliseconds of building, and megabytes that the index keeps.
 */

const [WORDS, LENGTH, ASKED, QUESTIONS] = [50_000, 80, 12, 20];
const DEPTH = 100;

type Search = (question: string) => unknown;
/** As the package's documentation says. */
type Build = (texts: readonly string[]) => Search | Promise<Search>;

const [way, docs, folder] = process.argv.slice(2) as [keyof typeof WAYS, string, string | undefined];
const required = (name: string): unknown => createRequire(join(folder!, 'packages.js'))(name) as unknown;

const WAYS = {
  postings(texts) {
    const index = createPostings(cjkBigram);
    for (let at = 0; at < texts.length; at += 500) index.add(texts.slice(at, at + 500));
    const search = index.searcher({
      kind: 'lexical',
      analyzer: DEFAULT_ANALYZER,
      scorer: DEFAULT_SCORERS['bm25-lucene'],
      question: { kind: 'as-asked' },
    });
    return (question) => search(question, DEPTH);
  },
  MiniSearch(texts) {
    const index = new MiniSearch({ fields: ['text'], tokenize: cjkBigram, processTerm: (term: string) => term });
    index.addAll(texts.map((text, id) => ({ id, text })));
    return (question) => index.search(question).slice(0, DEPTH);
  },
  FlexSearch(texts) {
    interface FlexIndex {
      add(id: number, text: string): void;
      search(question: string, options: object): unknown;
    }
    const { Index } = required('flexsearch') as { Index: new (options: object) => FlexIndex };
    const index = new Index({ tokenize: 'strict' });
    texts.forEach((text, id) => index.add(id, text));
    return (question) => index.search(question, { limit: DEPTH, suggest: true });
  },
  async Orama(texts) {
    const { create, insertMultiple, search } = required('@orama/orama') as {
      create(options: object): object;
      insertMultiple(index: object, docs: readonly object[]): unknown;
      search(index: object, options: object): unknown;
    };
    const index = create({ schema: { text: 'string' } });
    await insertMultiple(
      index,
      texts.map((text) => ({ text })),
    );
    return (question) => search(index, { term: question, limit: DEPTH, threshold: 1 });
  },
  lunr(texts) {
    interface Builder {
      ref(name: string): void;
      field(name: string): void;
      add(doc: object): void;
    }
    const lunr = required('lunr') as (configure: (this: Builder) => void) => { search(question: string): unknown[] };
    const index = lunr(function () {
      this.ref('id');
      this.field('text');
      texts.forEach((text, id) => this.add({ id, text }));
    });
    return (question) => index.search(question).slice(0, DEPTH);
  },
  wink(texts) {
    interface Wink {
      defineConfig(config: object): void;
      definePrepTasks(tasks: readonly ((text: string) => string[])[]): void;
      addDoc(doc: object, id: number): void;
      consolidate(): void;
      search(question: string, limit: number): unknown;
    }
    const engine = (required('wink-bm25-text-search') as () => Wink)();
    engine.defineConfig({ fldWeights: { text: 1 } });
    engine.definePrepTasks([(text) => text.split(' ')]);
    texts.forEach((text, id) => engine.addDoc({ text }, id));
    engine.consolidate();
    return (question) => engine.search(question, DEPTH);
  },
} as const satisfies Record<string, Build>;

/** Megabytes that are in use once what is not has been freed: buffers are, a moment after the collector ran. */
async function megabytes(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const inUse = async (): Promise<number> => {
    collect();
    await new Promise((resolve) => setTimeout(resolve, 100));
    const { heapUsed, external } = process.memoryUsage();
    return (heapUsed + external) / 1e6;
  };
  let now = await inUse();
  for (let last = Infinity; now < last - 0.1; now = await inUse()) last = now;
  return now;
}

const texts = textsOf(LENGTH, Number(docs), 1);
const questions = textsOf(ASKED, QUESTIONS, 2);

const before = await megabytes();
const building = performance.now();
const search = await WAYS[way](texts);
const buildMilliseconds = performance.now() - building;
const kept = (await megabytes()) - before;

for (const question of questions) await search(question);
const began = performance.now();
for (const question of questions) await search(question);
const milliseconds = (performance.now() - began) / questions.length;
console.log(JSON.stringify({ milliseconds, buildMilliseconds, megabytes: kept }));

/** Word r of Zipf's law is 1 / r as frequent as the first. */
function textsOf(length: number, count: number, seed: number): string[] {
  const random = new Random(seed);
  const drawn = new Uint32Array(length);
  const total = Math.log(WORDS + 1);
  return Array.from({ length: count }, () => {
    random.fill(drawn);
    return Array.from(drawn, (word) => `w${Math.floor(Math.exp((word / 2 ** 32) * total)) - 1}`).join(' ');
  });
}
