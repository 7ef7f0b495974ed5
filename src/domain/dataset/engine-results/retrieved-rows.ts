import type { Members } from '../readers/json-records';
import { GROUND_TRUTH_FIELDS } from '../readers/question-fields';
import { listIn } from '../readers/lists';
import { asId, type DataRecord, fieldIn, firstRecord, readRecords } from '../readers/records';
import type { SourceText } from '../source';
import { type EngineHit, ListLog, nonBlank } from './list-log';
import { unusedFields } from '../readers/metadata';
import type { ResultFormat } from './result-records';

const QUESTIONS = ['user_input', 'question'];
const QUESTION_IDS = ['query_id', 'question_id', 'qid', 'id'];
const IDS = 'retrieved_context_ids';
const TEXTS = ['retrieved_contexts', 'contexts'];
const SCORES = 'retrieved_scores';
const USED = [...QUESTIONS, ...QUESTION_IDS, IDS, ...TEXTS, SCORES];

const has = (fields: Members, names: readonly string[]): boolean => names.some((name) => name in fields);

/** Whether a row has a question and what was retrieved for it; false where the head has no whole row. */
export async function hasRetrieved(file: SourceText): Promise<boolean> {
  const fields = firstRecord(await file.head());
  return fields !== null && has(fields, [...QUESTIONS, 'query_id']) && has(fields, [IDS, ...TEXTS]);
}

/** Rows of a question and of lists of what was retrieved for it: beside a collection, or without what is relevant. */
export const retrievedRows: ResultFormat = {
  recognises: async (file) => {
    const fields = firstRecord(await file.head());
    return (await hasRetrieved(file)) && !has(fields!, ['contexts', 'reference_context_ids', ...GROUND_TRUTH_FIELDS]);
  },

  async read(file, log) {
    const into = new ListLog(file.path, log);
    const warn = unusedFields(file.path, log, (name) => USED.includes(name));
    for await (const records of readRecords(file, ['question', 'retrieved'], log, () => undefined))
      for (const record of records) {
        warn(record);
        const hits = hitsIn(record, into, log);
        if (!hits) continue;
        const [id, text] = [QUESTION_IDS, QUESTIONS].map((names) =>
          asId(record.fields.get(fieldIn(record, names) ?? '')),
        );
        into.add({ question: { id: id ?? null, text: text ?? null }, hits, place: record.place() });
      }
    return { file: file.path, time: 'column', lists: into.lists, ratings: 0 };
  },
};

function hitsIn(record: DataRecord, into: ListLog, log: Parameters<typeof listIn>[2]): EngineHit[] | null {
  const lists = [IDS, fieldIn(record, TEXTS) ?? TEXTS[0]!, SCORES].map((field) => ({
    field,
    list: record.fields.has(field) ? listIn(record, field, log) : null,
  }));
  if (lists.some(({ list }) => list === undefined)) return null;
  const [ids, texts, scores] = lists;
  const length = ids!.list?.length ?? texts!.list?.length ?? 0;
  const odd = lists.find(({ list }) => list && list.length !== length);
  if (odd) {
    into.refuse(record.place(odd.field), { cells: length }, odd.list);
    return null;
  }
  return Array.from({ length }, (_, i) => {
    const id = asId(ids!.list?.[i]);
    const score = into.score(scores!.list?.[i], record.place(SCORES));
    return {
      ids: new Map(id === null ? [] : [[IDS, id]]),
      texts: nonBlank(texts!.list?.[i]),
      score: score ?? null,
      place: record.place(ids!.list ? IDS : texts!.field),
    };
  });
}
