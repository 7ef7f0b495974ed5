import { passageText } from '../../domain/dataset/corpus';
import { SparseWeights } from '../../domain/handover/sparse-weights';
import type { Doc, Query } from '../../base/types';
import type { PageServing } from '../../ui/command-line/serving';
import { CommandRefusal } from '../../ui/command-line/command-progress';
import { batched } from './collection';
import type { EnginePlan } from './plan';
import { engineProblems as words } from './texts';
import type { FieldOfPlan, IndexRow, SearchedValue, WordsField } from './types';
import type { VectorFile } from './vector-file';

/** Vectors from files, of all passages and of all questions. */
export interface GivenVectors {
  readonly passages: VectorFile;
  readonly questions: VectorFile;
}

/** Passages of which terms are counted at a time. */
const COUNTED = 500;

/** Makes what passages and questions are searched by: terms and vectors by the page, or vectors from files. */
export class Preparation {
  /** By place of its field, where the engine adds up what terms weigh. */
  readonly #weights: ReadonlyMap<number, SparseWeights>;
  /** Of passages that were longer than an encoder takes, by place of its field. */
  readonly truncated = new Map<number, number>();

  constructor(
    private readonly plan: EnginePlan,
    private readonly page: PageServing,
    private readonly given: GivenVectors | null,
  ) {
    this.#weights = new Map(
      plan.fields.flatMap((field, i) =>
        field.kind === 'words' && field.weights ? [[i, new SparseWeights(field.weights)]] : [],
      ),
    );
    if (given && given.passages.dimensions !== given.questions.dimensions)
      throw new CommandRefusal([
        words.vectorWidths(
          given.passages.path,
          given.passages.dimensions,
          given.questions.path,
          given.questions.dimensions,
        ),
      ]);
  }

  /**
   * Counts terms, by which they are weighed: what is kept grows with the vocabulary. Nothing where the engine scores terms itself.
   *
   * @param counted passages so far
   */
  async count(passages: AsyncIterable<readonly Doc[]>, counted: (passages: number) => void): Promise<void> {
    if (this.#weights.size === 0) return;
    let done = 0;
    for await (const docs of batched(passages, COUNTED)) {
      const texts = docs.map(passageText);
      for (const [place, weights] of this.#weights) {
        const { analyzer } = this.plan.fields[place] as WordsField;
        for (const terms of await this.page.terms(analyzer, texts)) weights.add(terms);
      }
      counted((done += docs.length));
    }
  }

  /** By field, one value a question. @param all whether these are all questions, which a file must have */
  async questions(asked: readonly Query[], places: readonly number[]): Promise<readonly (readonly SearchedValue[])[]> {
    const texts = asked.map(({ text }) => text);
    return Promise.all(
      this.plan.fields.map((field, i) =>
        this.values(field, i, 'question', texts, async (file) =>
          rowsAt(await file.questions.read(0, file.questions.rows), file.questions.dimensions, places),
        ),
      ),
    );
  }

  /** @param from place of the first of them in the collection */
  async rows(docs: readonly Doc[], from: number): Promise<IndexRow[]> {
    const texts = docs.map(passageText);
    const byField = await Promise.all(
      this.plan.fields.map((field, i) =>
        this.values(field, i, 'passage', texts, async ({ passages }) =>
          rowsOf(await passages.read(from, docs.length), passages.dimensions),
        ),
      ),
    );
    return docs.map(({ id }, i) => ({ id, position: from + i, values: byField.map((values) => values[i]!) }));
  }

  private async values(
    field: FieldOfPlan,
    place: number,
    role: 'passage' | 'question',
    texts: readonly string[],
    fromFile: (given: GivenVectors) => Promise<Float32Array[]>,
  ): Promise<readonly SearchedValue[]> {
    if (field.kind === 'words') {
      const terms = await this.page.terms(field.analyzer, texts);
      const weights = this.#weights.get(place);
      return weights ? terms.map((each) => weights[role](each)) : terms;
    }
    const { source } = field;
    if (source.kind === 'file-vectors') return fromFile(this.given!);
    const made = await this.page.embed(source, role, texts);
    if (!made.ok) throw new CommandRefusal(made.problems);
    const { base64, dimensions, truncated } = made.value;
    if (role === 'passage') this.truncated.set(place, (this.truncated.get(place) ?? 0) + truncated);
    const bytes = Buffer.from(base64, 'base64');
    return rowsOf(new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)), dimensions);
  }
}

const rowsOf = (values: Float32Array, dimensions: number): Float32Array[] =>
  Array.from({ length: values.length / dimensions }, (_, i) => values.subarray(i * dimensions, (i + 1) * dimensions));

const rowsAt = (values: Float32Array, dimensions: number, places: readonly number[]): Float32Array[] =>
  places.map((place) => values.slice(place * dimensions, (place + 1) * dimensions));
