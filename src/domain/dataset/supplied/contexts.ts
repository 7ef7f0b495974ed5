import { baseName } from '../../../base/paths';
import { docId } from '../../../base/types';
import { placeOf } from '../../chunk/recursive';
import { type ContextEntry, markOf, type PassageMark } from '../../chunk/written-contexts';
import type { ImportedContexts } from '../outcome';
import { problem, type ProblemLog } from '../problem';
import { kindOf } from '../readers/json-records';
import {
  asId,
  type DataRecord,
  fieldIn,
  fieldNames,
  isByColumns,
  optionalTextIn,
  readRecords,
} from '../readers/records';
import type { SourceText } from '../source';

const CONTEXTUAL = [
  'contextualized_text',
  'contextualized_content',
  'contextualized_chunk',
  'contextual_text',
  'passage_context',
  'chunk_context',
];
const CONTEXTS = [...CONTEXTUAL, 'context'];
/** Ids of passages and of nothing else. */
const OWN_PASSAGES = ['passage_id', 'passage-id', 'chunk_id', 'chunk-id'];
const PASSAGES = [...OWN_PASSAGES, '_id', 'id'];
const DOCUMENTS = ['doc_id', 'doc-id', 'document_id', 'document', 'doc', 'docid'];
const STARTS = ['start', 'start_offset', 'start_index', 'offset'];
const ENDS = ['end', 'end_offset'];
const INDEXES = ['chunk_index', 'passage_index', 'original_index', 'index'];
const ORIGINALS = ['original_text', 'original_content', 'passage_text', 'chunk_text'];
const TEXTS = [...ORIGINALS, 'passage', 'chunk', 'text', 'content'];
const OF_PASSAGES = [...OWN_PASSAGES, ...STARTS, ...INDEXES, ...ORIGINALS];
const FOREIGN =
  /^(?:quer(?:y|ies)|query.?id|qid|questions?|answers?|contexts|corpus|user_input|reference|responses?|.*_gt)$/;
const NAMED = /context/i;

export async function areContexts(file: SourceText): Promise<boolean> {
  const head = await file.head();
  const names = fieldNames(head);
  const has = (fields: readonly string[]): boolean => fields.some((field) => names.has(field));
  if (isByColumns(head) || [...names].some((name) => FOREIGN.test(name))) return false;
  if (!has([...PASSAGES, ...DOCUMENTS, ...TEXTS])) return false;
  if (has(CONTEXTUAL)) return true;
  return has(CONTEXTS) && (!has(['text', 'title', 'content']) || has(OF_PASSAGES) || NAMED.test(baseName(file.path)));
}

/** A passage is named by id, by document and place, or by its text. @throws {SourceFailure} as the source does */
export async function readContexts(file: SourceText, log: ProblemLog): Promise<ImportedContexts | null> {
  const entries = new Map<string, ContextEntry>();
  const repeated: string[] = [];
  let isWhole = true;
  let empty = 0;
  const lost = (): void => void (isWhole = false);
  for await (const records of readRecords(file, ['passage_id', 'context'], log, lost))
    for (const record of records) {
      const entry = entryOf(record, log);
      if (!entry) {
        lost();
        continue;
      }
      const mark = markOf(entry);
      if (entry.context === '') empty++;
      else if (entries.has(mark)) repeated.push(entry.id ?? entry.context);
      else entries.set(mark, entry);
    }
  if (empty > 0) log.warn(problem('empty-contexts', { file: file.path }, empty));
  if (repeated.length > 0) log.warn(problem('repeated-contexts', { file: file.path }, repeated));
  if (entries.size > 0) return { kind: 'contexts', file: file.path, entries: [...entries.values()] };
  if (isWhole) log.add(problem('empty-file', { file: file.path }));
  return null;
}

function entryOf(record: DataRecord, log: ProblemLog): ContextEntry | null {
  const field = fieldIn(record, CONTEXTS);
  const written = field === undefined ? null : optionalTextIn(record, field, log);
  if (field === undefined)
    log.add(problem('wrong-shape', record.place('context'), 'text', kindOf(record.fields.get('context'))));
  const own = fieldIn(record, TEXTS);
  const text = own === undefined ? '' : optionalTextIn(record, own, log);
  const at = placeIn(record, log);
  if (written === null || text === null || at === undefined) return null;
  const name = nameOf(record, at ?? (text.trim() === '' ? null : { text }));
  if (name) return { ...name, context: withoutText(written, text) };
  log.add(problem('wrong-shape', record.place(), { fields: ['passage_id', 'context'] }, 'none'));
  return null;
}

function nameOf(record: DataRecord, at: PassageMark | null): Pick<ContextEntry, 'id' | 'at'> | null {
  const document = idOf(record, DOCUMENTS);
  const passage = idOf(record, PASSAGES);
  const id = passage ?? document;
  if (at === null) return id === null ? null : { id, at };
  if (document !== null) return { id: document, at };
  if (passage !== null && placeOf(docId(passage))) return { id: passage, at: null };
  const isText = 'text' in at;
  // Of a field that may as well be the id of a document, the document is meant.
  if (isText && (passage === null || idOf(record, OWN_PASSAGES) !== null)) return { id: null, at };
  return passage === null ? null : { id: passage, at };
}

const idOf = (record: DataRecord, names: readonly string[]): string | null => {
  const field = fieldIn(record, names);
  const id = field === undefined ? null : asId(record.fields.get(field));
  return id === null || id.trim() === '' ? null : id;
};

function placeIn(record: DataRecord, log: ProblemLog): PassageMark | null | undefined {
  const [start, end, index] = [STARTS, ENDS, INDEXES].map((names) => wholeIn(record, names, log));
  if (start === undefined || end === undefined || index === undefined) return undefined;
  if (start !== null) return { start, ...(end === null ? {} : { end }) };
  return index === null ? null : { index };
}

function wholeIn(record: DataRecord, names: readonly string[], log: ProblemLog): number | null | undefined {
  const field = fieldIn(record, names);
  const value = field === undefined ? null : (record.fields.get(field) ?? null);
  if (field === undefined || value === null || value === '') return null;
  const number = typeof value === 'string' ? Number(value) : value;
  if (typeof number === 'number' && Number.isSafeInteger(number) && number >= 0) return number;
  log.add(problem('wrong-shape', record.place(field), 'whole-number', kindOf(value)));
  return undefined;
}

/** A context may stand in one text with the passage: before it, as most do, or behind it. */
function withoutText(written: string, text: string): string {
  const [whole, own] = [written.trim(), text.trim()];
  if (own === '' || whole === own) return own === '' ? whole : '';
  if (whole.endsWith(own)) return whole.slice(0, -own.length).trim();
  return whole.startsWith(own) ? whole.slice(own.length).trim() : whole;
}
