import { filterAsync } from '../../../base/containers';
import { folderName, stemOf } from '../../../base/paths';
import type { DatasetBuilder, DatasetPart } from '../builder';
import { guarded, problem, type ProblemLog } from '../problem';
import { MetadataReader } from '../readers/metadata';
import { fieldIn, fieldNames, idIn, optionalTextIn, readRecords, textIn } from '../readers/records';
import type { MultiFileFormat } from '../outcome';
import type { SourceText } from '../source';
import { QUESTIONS } from './passage-shapes';

export interface FormatText {
  readonly name: string;
  readonly label?: string;
  readonly files: readonly (readonly string[])[];
}

/** Its key is stored with collections: never rename one. */
export interface Registered<Reader> extends FormatText {
  load(): Promise<Reader>;
}

export interface Recognised<Format> {
  readonly name: string;
  readonly format: Format;
}

/** The first format that recognises a file, with its key; null for none. */
export async function recognisedBy<Format extends { recognises(file: SourceText): Promise<boolean> }>(
  formats: Readonly<Record<string, Registered<Format>>>,
  file: SourceText,
): Promise<Recognised<Format> | null> {
  for (const [name, { load }] of Object.entries(formats)) {
    const format = await load();
    if (await format.recognises(file)) return { name, format };
  }
  return null;
}

export type CollectionFormat = (files: readonly SourceText[]) => Promise<readonly FoundCollection[]>;

export type JudgmentSink = Pick<
  DatasetBuilder,
  'addJudgment' | 'addGroundTruth' | 'addQuestionText' | 'queryIdOf' | 'lost'
>;

export interface JudgmentFormat {
  readonly idIsText: boolean;
  recognises(file: SourceText): Promise<boolean>;
  /** @throws {SourceFailure} as the source does */
  read(file: SourceText, builder: JudgmentSink, log: ProblemLog): Promise<void>;
}

export interface FoundCollection {
  /** Where its reader has several. */
  readonly format?: string;
  readonly isCertain: boolean;
  readonly name: string;
  readonly root: string;
  readonly splits: readonly string[];
  /** Whether the splits are tasks of a set: each a collection of its own, with ids of its own. */
  readonly areTasks?: boolean;
  files(split: string | null): readonly SourceText[];
  read(split: string | null, builder: DatasetBuilder, log: ProblemLog): Promise<void>;
}

export type NamedCollection = FoundCollection & { readonly format: string };

export const inFile = (file: SourceText) => ({
  isCertain: true,
  name: stemOf(file.path),
  root: file.path,
  splits: [],
  files: () => [file],
});

export const inFolder = (folder: string, main: SourceText) => ({
  isCertain: true,
  name: folderName(folder),
  root: folder === '' ? main.path : folder,
});

/** The folder that was given, of several. */
export const rootOf = (path: string): string => /^([^/]+)\//.exec(path)?.[1] ?? '';

export const CORPUS_IDS = ['docid', 'doc_id', '_id', 'id'];

/** Tables of documents in the folder of rows that name them. */
export const corporaBeside = ({ path }: SourceText, files: readonly SourceText[]): Promise<SourceText[]> =>
  filterAsync(files, async (file) => rootOf(file.path) === rootOf(path) && isCorpus(await file.head()));

export function isCorpus(head: string): boolean {
  const names = fieldNames(head);
  const hasNone = (fields: readonly string[]): boolean => !fields.some((name) => names.has(name));
  return !hasNone(CORPUS_IDS) && names.has('text') && hasNone([...QUESTIONS, 'user_input']);
}

export interface Missing {
  readonly folder: string;
  readonly name: string;
  readonly format: MultiFileFormat;
}

export async function readPart(
  part: DatasetPart,
  file: SourceText | undefined,
  { folder, name, format }: Missing,
  builder: DatasetBuilder,
  log: ProblemLog,
  read: (file: SourceText) => Promise<void>,
): Promise<void> {
  if (file) {
    builder.expect(part, { file: file.path });
    return guarded(
      log,
      () => read(file),
      () => builder.lost(part),
    );
  }
  log.add(problem('missing-file', { file: folder === '' ? name : `${folder}/${name}` }, format));
  builder.lost(part);
}

/** All other fields are metadata. @param fields `ids`: names of the id, likeliest first; `id`: the name reported */
export async function readDocs(
  file: SourceText,
  fields: { ids: readonly string[]; id: string; text: string; title?: string; wanted?: readonly string[] },
  builder: DatasetBuilder,
  log: ProblemLog,
): Promise<void> {
  const { ids, id: usual, text: textField, title: titleField, wanted = [usual, textField] } = fields;
  const onLost = (): void => builder.lost('document');
  const metadata = new MetadataReader([...ids, textField, ...(titleField === undefined ? [] : [titleField])]);
  for await (const records of readRecords(file, wanted, log, onLost))
    for (const record of records) {
      const id = idIn(record, fieldIn(record, ids) ?? usual, log);
      const text = textIn(record, textField, log);
      const title = titleField === undefined ? '' : optionalTextIn(record, titleField, log);
      if (id === null || text === null || title === null) onLost();
      else builder.addDoc(id, title, text, record.place(), metadata.read(record));
    }
  metadata.report(file.path, log);
}
