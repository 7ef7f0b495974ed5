import { asId, type DataRecord, fieldIn, fieldNames, readRecords } from '../readers/records';
import { csvHeader, parseCsv } from '../readers/csv';
import { nameSays } from '../readers/grade';
import { unusedFields } from '../readers/metadata';
import type { ResultFormat } from './result-records';
import { type EngineHit, ListLog, millisecondsIn, nonBlank } from './list-log';

const IDS = ['qid', 'q_id', 'query_id', 'question_id', 'query-id', 'question-id', 'topic_id', 'topic'];
const TEXTS = ['query', 'question', 'user_input', 'query_text', 'question_text'];
const DOCS = ['docid', 'doc_id', 'docno', 'document_id', 'passage_id', 'pid', 'document', 'doc'];
const PASSAGES = ['text', 'content', 'passage', 'chunk'];
const RANKS = ['rank', 'position'];
const SCORES = ['score', 'similarity', 'distance'];
const LATENCIES = ['latency_ms', 'latency', 'took', 'milliseconds', 'time_ms'];
const SYSTEMS = ['system', 'run', 'tag', 'engine'];
const USED = [...IDS, ...TEXTS, ...DOCS, ...PASSAGES, ...RANKS, ...SCORES, ...LATENCIES, ...SYSTEMS];
/** Columns of judgments. */
const OF_JUDGES = ['judge', 'annotator', 'grade', 'relevance', 'rating', 'reason', 'label'];
/** Of click logs. */
const OF_CLICKS = ['shown', 'clicks', 'clicked'];

/** A hit a row: `qid` or `query`, `docid`, `rank` or `score`, maybe `latency_ms`, `system`. No ranks: best first. */
export const runTable: ResultFormat = {
  recognises: async (file) => {
    const head = await file.head();
    const names = fieldNames(head);
    const has = (wanted: readonly string[]): boolean => wanted.some((name) => names.has(name));
    if (!has([...IDS, ...TEXTS]) || !has(DOCS) || has(OF_JUDGES) || has(OF_CLICKS)) return false;
    if (/^\s*[[{]/.test(head) ? !/"(?:rank|score)"\s*:/.test(head) : csvHeader(head).length < 3) return false;
    return has(RANKS) || (has(SCORES) && (nameSays(file.path) === 'run' || has(LATENCIES) || hasFractions(head)));
  },

  async read(file, log) {
    const into = new ListLog(file.path, log);
    const warn = unusedFields(file.path, log, (name) => USED.includes(name));
    const lists = new Map<string, TableList>();
    for await (const records of readRecords(file, ['qid', 'docid', 'rank'], log, () => undefined))
      for (const record of records) {
        warn(record);
        readRow(record, lists, into);
      }
    for (const { key, hits, milliseconds, place } of lists.values()) {
      const [system, id, text] = key;
      const ranked = hits.every(({ rank }) => rank !== null) ? hits.toSorted((a, b) => a.rank! - b.rank!) : hits;
      into.add({ question: { id, text }, system, hits: ranked, milliseconds, place });
    }
    return { file: file.path, time: 'column', lists: into.lists, ratings: 0 };
  },
};

interface TableList {
  readonly key: readonly [system: string | null, id: string | null, text: string | null];
  readonly hits: (EngineHit & { readonly rank: number | null })[];
  milliseconds: number | null;
  readonly place: ReturnType<DataRecord['place']>;
}

function readRow(record: DataRecord, lists: Map<string, TableList>, into: ListLog): void {
  const written = (names: readonly string[]): string | null => {
    const field = fieldIn(record, names);
    return field === undefined ? null : asId(record.fields.get(field));
  };
  const [system, id] = [written(SYSTEMS) || null, written(IDS)?.trim() || null];
  const [text] = nonBlank(written(TEXTS));
  if (id === null && text === undefined)
    return into.refuse(record.place(fieldIn(record, IDS) ?? 'qid'), 'question', null);
  // PyTerrier has a number beside the id: which of them counts is decided by the documents that they find.
  const docFields = DOCS.filter((name) => record.fields.has(name));
  const ids = new Map<string, string>();
  for (const field of docFields.length > 0 ? docFields : ['docid']) {
    const id = into.id('document', record.fields.get(field), record.place(field));
    if (id === null) return;
    ids.set(field, id);
  }
  const rank = numberIn(record, RANKS, into);
  const score = numberIn(record, SCORES, into);
  if (rank === undefined || score === undefined) return;
  const key = [system, id, text ?? null] as const;
  const name = JSON.stringify(key);
  let list = lists.get(name);
  if (!list) lists.set(name, (list = { key, hits: [], milliseconds: null, place: record.place() }));
  const latency = written(LATENCIES);
  if (latency !== null && latency.trim() !== '') list.milliseconds ??= millisecondsIn(Number(latency));
  const passage = nonBlank(written(PASSAGES));
  list.hits.push({ ids, texts: passage, score, place: record.place(docFields[0]), rank });
}

function numberIn(record: DataRecord, names: readonly string[], into: ListLog): number | null | undefined {
  const field = fieldIn(record, names);
  const value = field === undefined ? null : record.fields.get(field);
  return value === '' ? null : into.score(value, record.place(field));
}

/** Whole numbers alone may be grades. */
function hasFractions(head: string): boolean {
  const cut = head.slice(0, head.lastIndexOf('\n') + 1) || head;
  if (/^\s*[[{]/.test(cut)) return /"(?:score|similarity|distance)"\s*:\s*-?\d*\.\d*[1-9]/.test(cut);
  const [header, ...rows] = parseCsv(cut).rows;
  const column = header?.cells.findIndex((name) => SCORES.includes(name.trim().toLowerCase())) ?? -1;
  return rows.some(({ cells }) => /\.\d*[1-9]/.test(cells[column] ?? ''));
}
