import { HitrateError } from '../../contract/errors';
import type { OtherResult, ResultRecord } from '../../contract/result';
import type { CollectionRecord } from '../../contract/storage';
import type { SavedWorkspace } from '../../contract/workspace';
import { learnedKey, rankingsKey } from '../../domain/run/kept-keys';
import type { KeptRankings } from '../../domain/run/packed';
import { PATHS } from '../../domain/workspace/manifest';
import { within } from '../indexed-db/atomically';
import { BLIND_PREFIX } from '../storage/blind-comparisons';
import type { Database } from '../storage/schema';
import { partsOf } from '../storage/read-numbers';
import { NOTE_PATHS } from './contents';
import { areLists, jsonLines, jsonText, listLines } from './entry-values';

export interface SavedEntry {
  readonly path: string;
  readonly chunks: AsyncIterable<Uint8Array<ArrayBuffer>> | Iterable<Uint8Array<ArrayBuffer>>;
}

/** Read each entry before asking for the next. @param step called for each record of the database that is read */
export class SavedEntries {
  readonly #beside = new Map<string, { readonly path: string; readonly queries: readonly unknown[] | null }>();

  constructor(
    private readonly db: Database,
    private readonly input: Pick<SavedWorkspace, 'collection' | 'vectors' | 'settings'>,
    private readonly step: () => void,
  ) {}

  async count(): Promise<number> {
    const { collection, vectors } = this.input;
    const stores = ['docs', 'runs', 'brought', 'results', 'artifacts', 'rows'] as const;
    const saved = stores.filter((store) => store !== 'rows' || vectors);
    const counts = await Promise.all(saved.map((store) => this.db.count(store, within(collection))));
    return counts.reduce((sum, count) => sum + count, 1);
  }

  async *all(record: CollectionRecord): AsyncGenerator<SavedEntry> {
    yield* this.#collection(record);
    yield { path: PATHS.settings, chunks: jsonText(this.input.settings) };
    yield* this.#runs();
    yield* this.#supplied();
    yield* this.#results();
    yield* this.#artifacts();
    if (this.input.vectors) yield { path: PATHS.vectors, chunks: jsonLines(this.#rows()) };
  }

  async *#collection({ id, name: _name, origin: _origin, ...record }: CollectionRecord): AsyncGenerator<SavedEntry> {
    const kept = (await this.db.get('questions', id)) ?? { queries: [], judgments: [] };
    const { queries, judgments, requirements, judgedActs } = kept;
    const judged = judgedActs === undefined ? {} : { judgedActs };
    yield { path: PATHS.collection, chunks: jsonText({ ...record, ...judged }) };
    yield { path: PATHS.docs, chunks: jsonLines(this.#docs()) };
    yield { path: PATHS.queries, chunks: jsonLines(queries) };
    yield { path: PATHS.judgments, chunks: jsonLines(judgments) };
    if (requirements) yield { path: PATHS.requirements, chunks: jsonLines(requirements) };
    yield { path: PATHS.acts, chunks: jsonLines(await this.db.getAll('acts', within(id))) };
    this.step();
  }

  async *#docs(): AsyncGenerator<unknown> {
    for (const key of await this.db.getAllKeys('docs', within(this.input.collection))) {
      yield* (await this.#one('docs', key)) ?? [];
      this.step();
    }
  }

  async *#runs(): AsyncGenerator<SavedEntry> {
    const headers = await this.db.getAll('runHeaders', within(this.input.collection));
    const sorted = headers.toSorted((a, b) => a.addedAt - b.addedAt || order(a.system, b.system));
    for (const [i, { collection, ...header }] of sorted.entries()) {
      const run = await this.#one('runs', [collection, header.system]);
      yield { path: PATHS.run(i + 1), chunks: jsonText(header) };
      yield { path: PATHS.runLists(i + 1), chunks: jsonLines(listLines(run.queries, run)) };
      this.step();
    }
  }

  async *#supplied(): AsyncGenerator<SavedEntry> {
    const headers = await this.db.getAll('broughtHeaders', within(this.input.collection));
    const sorted = headers.toSorted((a, b) => a.addedAt - b.addedAt || order(a.name, b.name));
    for (const [i, { collection, ...header }] of sorted.entries()) {
      const content = await this.#one('brought', [collection, header.name]);
      const n = i + 1;
      if (content.kind !== 'vectors') {
        yield { path: PATHS.supplied(n), chunks: jsonText({ header }) };
        yield { path: PATHS[content.kind](n), chunks: jsonLines(content.entries) };
      } else {
        const { passages, questions, ...names } = content;
        yield { path: PATHS.supplied(n), chunks: jsonText({ header, names }) };
        yield { path: PATHS.passageVectors(n), chunks: partsOf(passages) };
        yield { path: PATHS.questionVectors(n), chunks: partsOf(questions) };
      }
      this.step();
    }
  }

  async *#results(): AsyncGenerator<SavedEntry> {
    const headers = await this.db.getAll('resultHeaders', within(this.input.collection));
    const sorted = headers.toSorted((a, b) => a.createdAt - b.createdAt || order(a.key, b.key));
    for (const [i, { collection, key }] of sorted.entries()) {
      const { collection: _, spec, systems, ...rest } = await this.#one('results', [collection, key]);
      const n = i + 1;
      this.#expect(n, { key, spec, queries: rest.queries });
      yield { path: PATHS.experiment(n), chunks: jsonText(spec) };
      yield { path: PATHS.result(n), chunks: jsonLines([rest, ...systems]) };
      this.step();
    }
  }

  #expect(n: number, { key, spec, queries }: Pick<ResultRecord | OtherResult, 'key' | 'spec' | 'queries'>): void {
    for (const [m, { id }] of spec.systems.entries()) {
      this.#beside.set(rankingsKey(key, id), { path: PATHS.rankings(n, m + 1), queries });
      this.#beside.set(learnedKey(key, id), { path: PATHS.learned(n, m + 1), queries: null });
    }
  }

  async *#artifacts(): AsyncGenerator<SavedEntry> {
    const { collection } = this.input;
    const others: string[] = [];
    const blind: string[] = [];
    let scoredBy = 0;
    for (const [, key] of await this.db.getAllKeys('artifacts', within(collection))) {
      if (key.startsWith(BLIND_PREFIX)) {
        blind.push(key);
        continue;
      }
      const beside = this.#beside.get(key);
      const path =
        beside?.path ?? NOTE_PATHS.get(key) ?? (key.startsWith('questions ') ? PATHS.scoredBy(++scoredBy) : null);
      if (path === null) {
        others.push(key);
        continue;
      }
      const value = await this.db.get('artifacts', [collection, key]);
      // Lists that do not fit the questions of their result cannot be read: the result keeps what was scored of them.
      if (!beside?.queries)
        yield { path, chunks: jsonText(path.startsWith('scored-by/') ? { key, questions: value } : value) };
      else if (isOfTexts(beside.queries) && areLists(value as KeptRankings, beside.queries.length))
        yield { path, chunks: jsonLines(listLines(beside.queries, value as KeptRankings)) };
      this.step();
    }
    if (blind.length > 0) yield { path: PATHS.blindComparisons, chunks: jsonLines(this.#stages(blind)) };
    yield { path: PATHS.stages, chunks: jsonLines(this.#stages(others)) };
  }

  /** What stages computed; not indexes, which are large and are made again. */
  async *#stages(keys: readonly string[]): AsyncGenerator<unknown> {
    for (const key of keys) {
      const value = await this.db.get('artifacts', [this.input.collection, key]);
      // A mark that rows were computed is true only with them.
      const isOfRows = value === true && !this.input.vectors;
      if (value !== undefined && !isIndex(value) && !isOfRows) yield { key, value };
      this.step();
    }
  }

  async *#rows(): AsyncGenerator<unknown> {
    for (const key of await this.db.getAllKeys('rows', within(this.input.collection))) {
      const { namespace, keys, width, values } = await this.#one('rows', key);
      yield { namespace, keys, width, values };
      this.step();
    }
  }

  /** @throws {HitrateError} `changed-elsewhere` where it was deleted since its key was read */
  async #one<Store extends 'docs' | 'runs' | 'brought' | 'results' | 'rows'>(
    store: Store,
    key: Parameters<typeof this.db.get<Store>>[1],
  ) {
    const value = await this.db.get(store, key);
    if (value === undefined) throw new HitrateError('changed-elsewhere', { what: 'saving', name: '' });
    return value;
  }
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const isOfTexts = (queries: readonly unknown[]): queries is readonly string[] =>
  queries.every((query) => typeof query === 'string');

/** As `StoredIndex` of the lexical stage. */
const isIndex = (value: unknown): boolean => typeof value === 'object' && value !== null && 'index' in value;
