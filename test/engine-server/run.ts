import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { analyzerLoaders } from '../../src/adapters/text/loaders';
import { inputFiles } from '../../src/command-line/files';
import { type EngineRun, runOnEngine } from '../../src/command-line/engine/run-engine';
import { openAnalyzer } from '../../src/domain/text/open-analyzer';
import { modelCard } from '../model-card';
import { pageServing, type PageServing } from '../../src/ui/command-line/serving';

/** Models that an experiment names, and that none of these runs asks. */
const CARDS = [modelCard('hitrate-embedding', 'embedding'), modelCard('hitrate-reranker', 'reranking')];

/** What the page makes, made in this process: terms by the analyzers themselves. Vectors come from files. */
function servingHere(): PageServing {
  const refused = (): never => {
    throw new Error('vectors come from files here');
  };
  return pageServing(
    {
      serving: {
        async terms(spec, texts) {
          const analyze = await openAnalyzer(spec, analyzerLoaders);
          return texts.map((text) => analyze(text));
        },
        async stopWords(languages) {
          const lists = languages.map(async (each) => [each, await analyzerLoaders.stopWords(each)] as const);
          return Object.fromEntries(await Promise.all(lists));
        },
        embed: refused,
      },
      models: { refresh: () => Promise.resolve(CARDS) },
    },
    new AbortController().signal,
  );
}

/** Rows as a file of NumPy, little-endian single precision. */
function writeNpy(path: string, rows: readonly (readonly number[])[]): void {
  const shape = `{'descr': '<f4', 'fortran_order': False, 'shape': (${rows.length}, ${rows[0]!.length}), }`;
  const header = `${shape.padEnd(118 - 1)}\n`;
  const head = Buffer.from([0x93, ...Buffer.from('NUMPY'), 1, 0, header.length, 0]);
  writeFileSync(path, Buffer.concat([head, Buffer.from(header), Buffer.from(Float32Array.from(rows.flat()).buffer)]));
}

export interface Passage {
  readonly id: string;
  readonly text: string;
  readonly vector: readonly number[];
}

export interface Question extends Passage {
  readonly relevant: string;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly batch?: number;
  readonly dryRun?: boolean;
  readonly fresh?: boolean;
  readonly signal?: AbortSignal;
  /** An experiment as a file; by default words, vectors, and both by reciprocal rank. */
  readonly experiment?: object;
  /** Who joins lists; Hitrate where absent. */
  readonly fusedBy?: 'here' | 'engine';
  /** Gets what is said, also by a run that fails. */
  readonly said?: string[];
}

export interface EndedRun {
  /** What the command writes beside its results; none where it sent nothing. */
  /** With the texts of its runs, by their files. */
  readonly run: (EngineRun & { readonly runs: Readonly<Record<string, string>> }) | null;
  readonly shown: string;
  readonly said: readonly string[];
  readonly waits: readonly number[];
}

/** A folder with a collection and vectors, and whole runs of the command on it, but for the page that scores. */
export class EngineFolder {
  readonly #folder = mkdtempSync(join(tmpdir(), 'hitrate-engine-'));

  constructor(passages: readonly Passage[], questions: readonly Question[]) {
    const lines = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    this.#write('mine/corpus.jsonl', lines(passages.map(({ id, text }) => ({ _id: id, title: '', text }))));
    this.#write('mine/queries.jsonl', lines(questions.map(({ id, text }) => ({ _id: id, text }))));
    const judged = questions.map(({ id, relevant }) => `${id}\t${relevant}\t1`);
    this.#write('mine/qrels/test.tsv', `query-id\tcorpus-id\tscore\n${judged.join('\n')}\n`);
    this.vectors('passages', passages);
    this.vectors('questions', questions);
  }

  vectors(name: 'passages' | 'questions', rows: readonly Passage[]): void {
    const vectors = rows.map(({ vector }) => vector);
    writeNpy(join(this.#folder, `${name}.npy`), vectors);
  }

  /** @throws {CommandRefusal} */
  async run(address: string, options: RunOptions = {}): Promise<EndedRun> {
    const { env = {}, batch = 7, dryRun = false, fresh = false, experiment, fusedBy = 'here', said = [] } = options;
    const waits: number[] = [];
    const at = (path: string): string => join(this.#folder, path);
    const made = await runOnEngine({
      options: {
        ...{ address, dryRun, batch, fusedBy },
        ...{ passageVectors: 'passages.npy', questionVectors: 'questions.npy' },
      },
      request: experiment ? { experiment: JSON.stringify(experiment) } : { systems: ['bm25'] },
      files: inputFiles([at('mine')]),
      fresh,
      env,
      cache: at('cache'),
      at,
      page: servingHere(),
      signal: options.signal ?? new AbortController().signal,
      progress: () => undefined,
      say: (sentence) => void said.push(sentence),
      wait: (milliseconds) => Promise.resolve(void waits.push(milliseconds)),
    });
    if ('shown' in made) return { run: null, shown: made.shown, said, waits };
    const runs = made.files.slice(1).map(({ path, file }) => [path, readFileSync(file, 'utf8')]);
    // As the command does when it has ended.
    made.release(false);
    return { run: { ...made, runs: Object.fromEntries(runs) }, shown: '', said, waits };
  }

  /** Passages that the command takes for certain, and the files that it has written. */
  work(): { readonly indexed: number; readonly files: readonly string[] } {
    const paths = readdirSync(join(this.#folder, 'cache'), { recursive: true, encoding: 'utf8' });
    const counted = paths.find((path) => path.endsWith('/indexed'));
    const indexed = counted === undefined ? 0 : Number(readFileSync(join(this.#folder, 'cache', counted), 'utf8'));
    return { indexed, files: paths.filter((path) => /\.(?:run|txt|partial)$/.test(path)) };
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true });
  }

  #write(path: string, text: string): void {
    const whole = join(this.#folder, path);
    mkdirSync(join(whole, '..'), { recursive: true });
    writeFileSync(whole, text);
  }
}

/** Of a run in TREC's format, by question. */
export function listsOf(run: string): Map<string, { readonly id: string; readonly score: number }[]> {
  const lists = new Map<string, { id: string; score: number }[]>();
  for (const line of run.trim().split('\n')) {
    const [question, , id, , score] = line.split(/\s+/) as [string, string, string, string, string];
    lists.set(question, [...(lists.get(question) ?? []), { id, score: Number(score) }]);
  }
  return lists;
}
