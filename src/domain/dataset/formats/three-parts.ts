import type { QuestionSplit } from '../../../base/types';
import { splitNamed } from '../../splits/splits';
import { ALL_SPLITS, namedSplits, withAll } from '../splits';
import type { DatasetBuilder, DatasetPart } from '../builder';
import type { ProblemLog } from '../problem';
import { groundTruthFieldOf, groundTruthIn } from '../readers/ground-truth-field';
import { type DataRecord, fieldIn, idIn, readRecords, textIn } from '../readers/records';
import { unanswerableIn } from '../readers/unanswerable-field';
import type { SourceText } from '../source';
import { type FoundCollection, inFolder, readDocs, readPart } from './format';
import { readJudgments } from './judgments';

const IDS = ['_id', 'id'];

export interface ThreeParts {
  readonly format: 'beir' | 'mteb';
  readonly isCertain: boolean;
  readonly main: SourceText;
  readonly folder: string;
  readonly corpus: SourceText | undefined;
  readonly queries: SourceText | undefined;
  readonly qrels: ReadonlyMap<string, SourceText>;
  /** The field of ids where a row has neither of the two that there are, and the names of files that are missing. */
  readonly usual: { readonly id: '_id' | 'id' } & Readonly<Record<DatasetPart, string>>;
}

export function collectionOf(parts: ThreeParts): FoundCollection {
  const { main, folder, corpus, queries, qrels } = parts;
  const judgmentsOf = (split: string | null): SplitJudgments =>
    split === ALL_SPLITS && !qrels.has(ALL_SPLITS)
      ? namedSplits([...qrels.keys()]).map((name) => [splitNamed(name), qrels.get(name)!])
      : [[null, qrels.get(split ?? '')]];
  return {
    ...inFolder(folder, main),
    isCertain: parts.isCertain,
    splits: withAll([...qrels.keys()]),
    files: (split) =>
      [corpus, queries, ...judgmentsOf(split).map(([, file]) => file)].filter((file) => file !== undefined),
    read: (split, builder, log) => new PartReader(parts, builder, log).read(judgmentsOf(split)),
  };
}

/** With the split of their questions; null where one is read alone. */
type SplitJudgments = readonly (readonly [QuestionSplit | null, SourceText | undefined])[];

class PartReader {
  constructor(
    private readonly parts: ThreeParts,
    private readonly builder: DatasetBuilder,
    private readonly log: ProblemLog,
  ) {}

  async read(judgments: SplitJudgments): Promise<void> {
    const { corpus, queries, usual } = this.parts;
    await this.#part('document', corpus, (file) =>
      readDocs(file, { ids: IDS, id: usual.id, text: 'text', title: 'title' }, this.builder, this.log),
    );
    // Ground truth beside the questions counts where there are no judgments.
    await this.#part('question', queries, (file) =>
      this.#queries(
        file,
        judgments.every(([, given]) => !given),
      ),
    );
    for (const [split, given] of judgments) {
      if (split) this.builder.judgesSplit(split);
      if (given || !this.builder.hasTexts)
        await this.#part('judgment', given, (file) => readJudgments(file, this.builder, this.log));
    }
  }

  #part(part: DatasetPart, file: SourceText | undefined, read: (file: SourceText) => Promise<void>): Promise<void> {
    const { folder, usual, format } = this.parts;
    return readPart(part, file, { folder, name: usual[part], format }, this.builder, this.log, read);
  }

  async #queries(file: SourceText, withTruth: boolean): Promise<void> {
    const { builder, log } = this;
    const { id: usual } = this.parts.usual;
    const onLost = (): void => builder.lost('question');
    for await (const records of readRecords(file, [usual, 'text'], log, onLost))
      for (const record of records) {
        const id = idIn(record, fieldIn(record, IDS) ?? usual, log);
        const text = textIn(record, 'text', log);
        if (id === null || text === null) onLost();
        else {
          const unanswerable = unanswerableIn(record, log);
          builder.addQuery(id, text, record.place(), { split: splitOf(record), unanswerable });
        }
        const truth = groundTruthFieldOf(record.fields);
        if (id === null || !withTruth || truth === undefined) continue;
        const texts = groundTruthIn(record, truth, log);
        if (texts === null) builder.lost('judgment');
        else for (const each of texts) builder.addGroundTruth(id, each, record.place(truth));
      }
  }
}

function splitOf({ fields }: DataRecord): QuestionSplit | null {
  const split = fields.get('split');
  return typeof split === 'string' ? splitNamed(split) : null;
}
