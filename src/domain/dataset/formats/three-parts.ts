import type { DatasetBuilder, DatasetPart } from '../builder';
import { folderName } from '../../../base/paths';
import type { ProblemLog } from '../problem';
import { groundTruthFieldOf, groundTruthIn } from '../readers/ground-truth-field';
import { MetadataReader } from '../readers/metadata';
import { idIn, optionalTextIn, readRecords, textIn, type DataRecord } from '../readers/records';
import type { SourceText } from '../source';
import type { FoundCollection } from './format';
import { readJudgments } from './judgments';
import { readPart } from './part';

/** A collection whose documents, questions and judgments are files of their own: BEIR and MTEB. */
export interface ThreeParts {
  readonly format: string;
  readonly isCertain: boolean;
  /** The file by which the collection was found. */
  readonly main: SourceText;
  /** Where the others are looked for. */
  readonly folder: string;
  readonly corpus: SourceText | undefined;
  readonly queries: SourceText | undefined;
  readonly qrels: ReadonlyMap<string, SourceText>;
  /** The field of ids where a row has neither of the two that there are, and the names of files that are missing. */
  readonly usual: { readonly id: '_id' | 'id' } & Readonly<Record<DatasetPart, string>>;
  /** What the format consists of. */
  readonly about: string;
}

export function collectionOf(parts: ThreeParts): FoundCollection {
  const { main, folder, corpus, queries, qrels } = parts;
  return {
    format: parts.format,
    isCertain: parts.isCertain,
    name: folderName(folder),
    root: folder === '' ? main.path : folder,
    splits: [...qrels.keys()],
    files: (split) => [corpus, queries, qrels.get(split ?? '')].filter((file) => file !== undefined),
    read: (split, builder, log) => new PartReader(parts, builder, log).read(qrels.get(split ?? '')),
  };
}

class PartReader {
  constructor(
    private readonly parts: ThreeParts,
    private readonly builder: DatasetBuilder,
    private readonly log: ProblemLog,
  ) {}

  async read(judgments: SourceText | undefined): Promise<void> {
    const { corpus, queries } = this.parts;
    await this.#part('document', corpus, (file) => this.#docs(file));
    // Ground truth that stands by the questions counts where there are no judgments.
    await this.#part('question', queries, (file) => this.#queries(file, judgments === undefined));
    if (judgments || !this.builder.hasTexts)
      await this.#part('judgment', judgments, (file) => readJudgments(file, this.builder, this.log));
  }

  #part(part: DatasetPart, file: SourceText | undefined, read: (file: SourceText) => Promise<void>): Promise<void> {
    const { folder, usual, about } = this.parts;
    return readPart(part, file, { folder, name: usual[part], about }, this.builder, this.log, read);
  }

  async #docs(file: SourceText): Promise<void> {
    const { builder, log } = this;
    const metadata = new MetadataReader(['_id', 'id', 'title', 'text']);
    for await (const record of this.#records(file, 'document')) {
      const id = this.#id(record);
      const text = textIn(record, 'text', log);
      const title = optionalTextIn(record, 'title', log);
      if (id === null || text === null || title === null) builder.lost('document');
      else builder.addDoc(id, title, text, record.place(), metadata.read(record));
    }
    metadata.report(file.path, log);
  }

  async #queries(file: SourceText, withTruth: boolean): Promise<void> {
    const { builder, log } = this;
    for await (const record of this.#records(file, 'question')) {
      const id = this.#id(record);
      const text = textIn(record, 'text', log);
      if (id === null || text === null) builder.lost('question');
      else builder.addQuery(id, text, record.place());
      const truth = groundTruthFieldOf(record.fields);
      if (id === null || !withTruth || truth === undefined) continue;
      const texts = groundTruthIn(record, truth, log);
      if (texts === null) builder.lost('judgment');
      else for (const each of texts) builder.addGroundTruth(id, each, record.place(truth));
    }
  }

  async *#records(file: SourceText, part: DatasetPart): AsyncGenerator<DataRecord> {
    const wanted = `${this.parts.usual.id} and text`;
    for await (const records of readRecords(file, wanted, this.log, () => this.builder.lost(part))) yield* records;
  }

  #id(record: DataRecord): string | null {
    const field = (['_id', 'id'] as const).find((name) => record.fields.has(name));
    return idIn(record, field ?? this.parts.usual.id, this.log);
  }
}
