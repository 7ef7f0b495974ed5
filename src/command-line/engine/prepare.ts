import { passageText } from '../../domain/dataset/corpus';
import { batchesOf } from '../../domain/handover/files';
import { sparseSpec, SparseWeights } from '../../domain/handover/sparse-weights';
import { TARGETS } from '../../domain/handover/targets';
import type {
  HandedPassage,
  HandedSystem,
  SearchedBy,
  SearchForm,
  EngineIndex,
  EngineRequest,
  SearchEngine,
} from '../../domain/handover/target';
import type { RetrieverSpec } from '../../domain/retrieval/retriever-spec';
import { plainText } from '../../domain/text/plain-text';
import type { Doc, Json, Query } from '../../base/types';
import type { PageServing } from '../../ui/command-line/serving';
import { CommandRefusal } from '../../ui/command-line/command-progress';
import type { ExperimentSpec } from '../../domain/experiment/experiment';
import type { StreamedCollection } from './collection';
import type { EngineAddress } from './connection';
import type { EnginePlan } from './plan';
import { engineNotices as notices, engineProblems as words, type RequestPurpose } from './texts';
import type { GivenVectors } from './vector-files';

export interface Prepared {
  readonly address: EngineAddress;
  readonly collection: StreamedCollection;
  readonly spec: ExperimentSpec;
  readonly plan: EnginePlan;
  readonly preparation: Preparation;
  /** By retriever, of each question. */
  readonly values: readonly (readonly SearchedBy[])[];
  readonly index: EngineIndex;
  readonly searches: readonly HandedSystem[];
}

const COUNTED = 500;

/** Makes what passages and questions are searched by: text, or terms and vectors by the page, or vectors from files. */
export class Preparation {
  /** By place of its retriever, where the engine adds up what terms weigh. */
  readonly #weights = new Map<number, SparseWeights>();
  /** Passages that lost a term which is too long for the engine. */
  readonly shortened = new Set<string>();

  constructor(
    private readonly retrievers: readonly RetrieverSpec[],
    private readonly forms: readonly SearchForm[],
    private readonly fitted: SearchEngine['fitted'],
    private readonly page: PageServing,
    private readonly given: GivenVectors | null,
  ) {
    retrievers.forEach((spec, i) => {
      if (forms[i] !== 'sparse' || !(spec.kind === 'minisearch' || spec.kind === 'lexical')) return;
      this.#weights.set(i, new SparseWeights(sparseSpec(spec)!));
    });
    if (given && given.passages.dimensions !== given.questions.dimensions)
      throw new CommandRefusal([words.vectorWidths(given.passages, given.questions)]);
  }

  /**
   * Reads all passages once before anything is sent: their ids are checked, and terms are counted where they are
   * weighed here. What is kept grows with the vocabulary. @param counted passages so far @throws {CommandRefusal} where
   * an id has white space
   */
  async count(passages: AsyncIterable<Doc>, counted: (passages: number) => void): Promise<void> {
    let done = 0;
    for await (const docs of batchesOf(passages, COUNTED)) {
      const blank = docs.find(({ id }) => /\s/.test(id));
      if (blank) throw new CommandRefusal([words.blankInId('passage', blank.id)]);
      const texts = this.#weights.size === 0 ? [] : docs.map(passageText);
      for (const [place, weights] of this.#weights)
        for (const terms of await this.page.terms(analyzerOf(this.retrievers[place]!), texts)) weights.add(terms);
      counted((done += docs.length));
    }
  }

  /** By retriever, one value a question. @param asked the first questions of the collection */
  async questions(asked: readonly Query[]): Promise<readonly (readonly SearchedBy[])[]> {
    const texts = asked.map(({ text }) => text);
    return Promise.all(this.retrievers.map((_, i) => this.values(i, 'question', texts, 0)));
  }

  /** @param from place of the first of them in the collection */
  async rows(docs: readonly Doc[], from: number): Promise<HandedPassage[]> {
    const texts = docs.map(passageText);
    const all = await Promise.all(this.retrievers.map((_, i) => this.values(i, 'passage', texts, from)));
    return docs.map(({ id }, i) => ({
      id,
      position: from + i,
      content: null,
      searched: all.map((values, retriever) => this.fit(id, values[i]!, retriever)),
    }));
  }

  private fit(id: string, searched: SearchedBy, retriever: number): SearchedBy {
    const fit = this.fitted?.(searched, this.retrievers[retriever]!) ?? searched;
    if (fit !== searched) this.shortened.add(id);
    return fit;
  }

  private async values(place: number, role: 'passage' | 'question', texts: readonly string[], from: number) {
    const spec = this.retrievers[place]!;
    const form = this.forms[place]!;
    switch (form) {
      case 'text':
        return texts.map((text) => ({ form, text: plainText(text) }));
      case 'terms':
        return (await this.page.terms(analyzerOf(spec), texts)).map((terms) => ({ form, terms }));
      case 'sparse': {
        const weights = this.#weights.get(place)!;
        const all = await this.page.terms(analyzerOf(spec), texts);
        return all.map((terms) => ({ form, sparse: weights[role](terms) }));
      }
      case 'vector': {
        // Vectors of questions are checked all, also where the first alone is shown.
        const file = this.given?.[`${role}s`];
        const vectors =
          spec.kind === 'dense'
            ? await this.embedded(spec, role, texts)
            : rowsOf(await file!.read(from, role === 'question' ? file!.rows : texts.length), file!.dimensions);
        return vectors.map((vector) => ({ form, vector }));
      }
    }
  }

  private async embedded(...asked: Parameters<PageServing['embed']>): Promise<Float32Array[]> {
    const made = await this.page.embed(...asked);
    if (!made.ok) throw new CommandRefusal(made.problems);
    const { base64, dimensions } = made.value;
    const bytes = Buffer.from(base64, 'base64');
    return rowsOf(new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)), dimensions);
  }
}

const analyzerOf = (spec: RetrieverSpec) => (spec as Extract<RetrieverSpec, { kind: 'lexical' }>).analyzer;

const rowsOf = (values: Float32Array, dimensions: number): Float32Array[] =>
  Array.from({ length: values.length / dimensions }, (_, i) => values.subarray(i * dimensions, (i + 1) * dimensions));

/** Every request of a command, in their order, with the first passages and the first question in them. */
export async function dryRun(
  { address, index, searches, collection, preparation, values }: Prepared,
  batch: number,
  asked: number,
): Promise<string> {
  const protocol = TARGETS[address.engine].live;
  let passages = 0;
  let first: EngineRequest | null = null;
  for await (const docs of batchesOf(collection.passages(), batch)) {
    first ??= protocol.add(index, await preparation.rows(docs.slice(0, SHOWN.entries), 0));
    passages += docs.length;
  }
  const once = (what: RequestPurpose, requests: readonly EngineRequest[], times = 1) =>
    requests.map((request) => ({ what, request, times }));
  const kinds = [
    ...once('look', [...protocol.version(), protocol.look(index)]),
    ...once('create', protocol.create(index)),
    ...once('index', first ? [first] : [], Math.ceil(passages / batch)),
    ...once('settle', [...protocol.settle(index), protocol.count(index), ...protocol.complete(index, passages)]),
    ...searches.flatMap((search) => once('prepare', protocol.prepare?.(search) ?? [])),
    ...searches.flatMap((search) => {
      const question = { searched: search.places!.map((place) => values[place]![0]!) };
      return once('ask', [protocol.ask(search, [question])], Math.ceil(collection.questions.length / asked));
    }),
  ];
  const parts = kinds.map(({ what, request, times }) =>
    [notices.times(times, what), ...shapeOf(request).map((line) => `  ${line}`)].join('\n'),
  );
  return `${[`${notices.dryRun(address.engine)} ${address.shown}`, ...parts].join('\n\n')}\n`;
}

/** Characters of a text and of a line of SQL, entries of a list, and lines of JSON, that are shown. */
const SHOWN = { text: 60, sql: 240, entries: 3, lines: 2 };

const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most)}…` : text);

/** As a person reads a request: long texts and lists are cut. */
const shapeOf = ({ method, path, body, lines }: EngineRequest): string[] => [
  ...`${method} ${path}`.split('\n').map((line) => cut(line, SHOWN.sql)),
  ...(body ? [JSON.stringify(shortened(body as Json))] : []),
  ...(lines ?? []).slice(0, SHOWN.lines).map((line) => JSON.stringify(shortened(JSON.parse(line) as Json))),
];

function shortened(value: Json): Json {
  if (typeof value === 'string') return cut(value, SHOWN.text);
  if (Array.isArray(value)) {
    const all = value as readonly Json[];
    const first = all.slice(0, SHOWN.entries).map(shortened);
    return all.length > SHOWN.entries ? [...first, `… ${all.length} in all`] : first;
  }
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shortened(each)]));
}
