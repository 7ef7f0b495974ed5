import type { DatasetBuilder } from '../builder';
import { folderOf } from '../../../base/paths';
import { problem, type ProblemLog } from '../problem';
import { listIn, looksLikeList } from '../readers/lists';
import { asId, fieldNames, idIn, isOfPandas, readRecords, textIn, type DataRecord } from '../readers/records';
import type { SourceText } from '../source';
import { kindOf } from '../readers/json-records';
import { type CollectionFormat, type FoundCollection, inFolder, readDocs, readPart } from './format';
import { bySplit, splitNames } from '../splits';

const QA = /^qa/i;
const UNNAMED = 'qa';

/**
 * AutoRAG (https://marker-inc-korea.github.io/AutoRAG/data_creation/data_format.html). `retrieval_gt` is a list of
 * lists: all lists are needed, any one document of each; a flat list is one need.
 */
export const autoRag: CollectionFormat = async (files) => {
  const heads = await Promise.all(files.map((file) => file.head()));
  const qa = files.filter((_, i) => has(heads[i]!, ['retrieval_gt'], ['qid', 'query', 'generation_gt']));
  const corpora = files.filter((_, i) => has(heads[i]!, ['doc_id', 'contents'], ['doc_id', 'contents']));
  const [main] = [...qa, ...corpora];
  if (!main) return [];
  const splits = bySplit(qa, QA);
  if (corpora.length > 1 || splits.size < qa.length)
    return (corpora.length > 1 ? corpora : qa).map((file) => found(file, file.path, new Map(), undefined));
  return [found(main, folderOf(main.path), splits, corpora[0])];
};

function has(head: string, fields: readonly string[], oneOf: readonly string[]): boolean {
  const names = fieldNames(head);
  if (fields.every((field) => names.has(field))) return true;
  return isOfPandas(head) && oneOf.some((field) => names.has(field));
}

function found(
  main: SourceText,
  folder: string,
  qa: ReadonlyMap<string, SourceText>,
  corpus: SourceText | undefined,
): FoundCollection {
  const [first] = qa.values();
  const chosen = (split: string | null): SourceText | undefined =>
    qa.size > 1 ? (qa.get(split ?? '') ?? qa.get('')) : first;
  return {
    ...inFolder(folder, main),
    splits: qa.size > 1 ? splitNames(qa, UNNAMED) : [],
    files: (split) => [corpus, chosen(split)].filter((file) => file !== undefined),

    async read(split, builder, log) {
      const missing = (name: string) => ({ folder, name, format: 'autorag' }) as const;
      await readPart('document', corpus, missing('corpus.json'), builder, log, (file) =>
        readDocs(file, { ids: ['doc_id'], id: 'doc_id', text: 'contents' }, builder, log),
      );
      await readPart('question', chosen(split), missing('qa.json'), builder, log, (file) => {
        builder.expect('judgment', { file: file.path });
        return readQuestions(file, builder, log);
      });
      if (!chosen(split)) builder.lost('judgment');
    },
  };
}

async function readQuestions(file: SourceText, builder: DatasetBuilder, log: ProblemLog): Promise<void> {
  const onLost = (): void => builder.lost('question', 'judgment');
  for await (const records of readRecords(file, ['qid', 'query', 'retrieval_gt'], log, onLost))
    for (const record of records) {
      const id = idIn(record, 'qid', log);
      const text = textIn(record, 'query', log);
      const needs = needsIn(record, log);
      if (id === null || text === null || needs === null) onLost();
      if (id !== null && text !== null) builder.addQuery(id, text, record.place());
      if (id !== null && needs !== null) builder.addNeeds(id, needs, record.place('retrieval_gt'));
    }
}

function needsIn(record: DataRecord, log: ProblemLog): (readonly string[])[] | null {
  const list = groundTruth(record, log);
  if (!list) return null;
  const groups = list.every((item) => !Array.isArray(item)) ? [list] : list;
  const needs: string[][] = [];
  for (const [i, group] of groups.entries()) {
    const ids = (Array.isArray(group) ? (group as unknown[]) : [group]).map(asId);
    const wrong = ids.indexOf(null);
    if (wrong !== -1) {
      const at = groups.length === 1 && group === list ? `[${wrong}]` : `[${i}]`;
      log.add(problem('wrong-shape', record.place(`retrieval_gt${at}`), 'document-ids', kindOf(list[i])));
      return null;
    }
    if (ids.length > 0) needs.push(ids as string[]);
  }
  return needs;
}

function groundTruth(record: DataRecord, log: ProblemLog): readonly unknown[] | null {
  const value = record.fields.get('retrieval_gt');
  if (typeof value === 'string' && value.trim() !== '' && !looksLikeList(value)) return [value];
  const list = listIn(record, 'retrieval_gt', log);
  if (list === null) log.add(problem('wrong-shape', record.place('retrieval_gt'), 'document-id-list', 'nothing'));
  return list ?? null;
}
