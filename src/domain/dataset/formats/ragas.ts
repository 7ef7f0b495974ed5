import type { DatasetBuilder } from '../builder';
import { matchTexts } from '../ground-truth-texts';
import { problem, type ProblemPlace, type ProblemLog, guarded } from '../problem';
import { RunBuilder, type RepeatedHit } from '../../run/pack-run';
import type { ImportedRun } from '../outcome';
import { PassagePool } from './passage-pool';
import { filterAsync } from '../../../base/containers';
import { excludedIn, groundTruthFieldOf, groundTruthIn, unanswerableIn } from '../readers/question-fields';
import { textsIn } from '../readers/lists';
import { fieldIn, fieldNames, idIn, isOfPandas, readRecords, textIn, type DataRecord } from '../readers/records';
import { warnOfRepeated } from '../runs/read-runs';
import type { SourceText } from '../source';
import { type CollectionFormat, CORPUS_IDS, corporaBeside, type FoundCollection, inFile, readDocs } from './format';

const ID_FIELDS = ['qid', 'question_id', 'query_id', 'id'] as const;
const CONTEXT_FIELDS = ['retrieved_contexts', 'reference_contexts', 'retrieved_context_ids', 'reference_context_ids'];

/** Of Ragas before 0.2: texts of passages at first, answers later. */
const ANSWERS = ['ground_truth', 'ground_truths'];
/** What a system answered: without it the contexts are those that a test set was made from. */
const RESPONSES = ['answer', 'response'];

/**
 * Ragas (https://docs.ragas.io/en/stable/concepts/components/eval_dataset/), also before 0.2; rows of other tools come
 * by these names (`roles/known-shapes.ts`). What was retrieved is a run with scores 1, 1/2 … Without ids each text is a
 * document, and references are ground-truth texts: documents only where no retrieved one matches.
 */
export const ragas: CollectionFormat = async (files) => {
  const tables = await filterAsync(files, async (file) => isRagas(await file.head()));
  return Promise.all(
    tables.map(async (file) => found(file, namesDocuments(await file.head()) ? await corporaBeside(file, files) : [])),
  );
};

/** Whether rows name what they judge, and what was retrieved where they have that: their documents may be beside them. */
export function namesDocuments(head: string): boolean {
  const names = fieldNames(head);
  const isByText = ['retrieved_contexts', 'contexts'].some((name) => names.has(name));
  return names.has('reference_context_ids') && (!isByText || names.has('retrieved_context_ids'));
}

function isRagas(head: string): boolean {
  const names = fieldNames(head);
  if (isOfPandas(head)) return names.has('user_input') || names.has('question');
  const isNew = names.has('user_input') && CONTEXT_FIELDS.some((field) => names.has(field));
  return isNew || (names.has('question') && names.has('contexts'));
}

const found = (file: SourceText, corpora: readonly SourceText[]): FoundCollection => ({
  ...inFile(file),
  files: () => [...corpora, file],

  async read(_split, builder, log) {
    const onLost = (): void => builder.lostAll();
    builder.expect('judgment', { file: file.path, field: 'reference_contexts' });
    const read = async (): Promise<void> => {
      const rows: RagasRow[] = [];
      for await (const records of readRecords(file, ['user_input', 'contexts'], log, onLost))
        for (const record of records) {
          const row = rowOf(record, rows.length + 1, log);
          if (row) rows.push(row);
          else onLost();
        }
      for (const corpus of corpora)
        await readDocs(corpus, { ids: CORPUS_IDS, id: 'id', text: 'text', title: 'title' }, builder, log);
      addRows(rows, file.path, builder, log, corpora.length > 0);
    };
    await guarded(log, read, onLost);
  },
});

interface Contexts {
  readonly ids: readonly string[] | null;
  readonly texts: readonly string[] | null;
}

interface RagasRow {
  readonly id: string;
  readonly text: string;
  readonly retrieved: Contexts;
  readonly reference: Contexts;
  /** Whether the references may be answers, and whether the row has the answer of a system. */
  readonly mayBeAnswers: boolean;
  readonly isAnswered: boolean;
  readonly marks: { readonly excluded: readonly string[]; readonly unanswerable: boolean };
  readonly place: ProblemPlace;
}

function rowOf(record: DataRecord, number: number, log: ProblemLog): RagasRow | null {
  const { fields } = record;
  const idField = fieldIn(record, ID_FIELDS);
  const id = idField === undefined ? String(number) : idIn(record, idField, log);
  const text = textIn(record, fields.has('user_input') ? 'user_input' : 'question', log);
  const retrievedField = fields.has('retrieved_contexts') ? 'retrieved_contexts' : 'contexts';
  const retrieved = contextsIn(record, 'retrieved_context_ids', textsIn(record, retrievedField, log), log);
  const truth = groundTruthFieldOf(fields);
  const referenceTexts = truth === undefined ? null : (groundTruthIn(record, truth, log) ?? undefined);
  const reference = contextsIn(record, 'reference_context_ids', referenceTexts, log);
  if (id === null || text === null || !retrieved || !reference) return null;
  const mayBeAnswers = truth !== undefined && ANSWERS.includes(truth) && reference.ids === null;
  const isAnswered = RESPONSES.some((name) => fields.has(name));
  return {
    id,
    text,
    retrieved,
    reference,
    mayBeAnswers,
    isAnswered,
    marks: { excluded: excludedIn(record, log), unanswerable: unanswerableIn(record, log) },
    place: record.place(),
  };
}

function contextsIn(
  record: DataRecord,
  field: string,
  texts: readonly string[] | null | undefined,
  log: ProblemLog,
): Contexts | null {
  const ids = textsIn(record, field, log);
  if (ids === undefined || texts === undefined) return null;
  if (!ids || ids.length === 0) return { ids: null, texts: texts ?? ids };
  if (!texts || texts.length === 0 || texts.length === ids.length) return { ids, texts };
  log.add(problem('wrong-shape', record.place(field), { contexts: texts.length }, { count: ids.length }));
  return null;
}

const NOTHING: Contexts = { ids: null, texts: null };

/** Where no reference stands in a context they are answers, which say nothing of passages. */
function withoutAnswers(rows: readonly RagasRow[], file: string, log: ProblemLog): readonly RagasRow[] {
  const contexts = rows.flatMap(({ retrieved }) => retrieved.texts ?? []).map((text) => ({ title: '', text }));
  if (contexts.length === 0 || !rows.every(({ mayBeAnswers }) => mayBeAnswers)) return rows;
  const truths = rows.flatMap(({ reference }) => reference.texts ?? []);
  if (truths.length === 0 || matchTexts(contexts, truths).some((found) => found.length > 0)) return rows;
  const isTestSet = !rows.some(({ isAnswered }) => isAnswered);
  log.warn(problem('answers-no-passages', { file }, truths, isTestSet));
  return rows.map((row) =>
    isTestSet ? { ...row, reference: row.retrieved, retrieved: NOTHING } : { ...row, reference: NOTHING },
  );
}

function addRows(
  given: readonly RagasRow[],
  file: string,
  builder: DatasetBuilder,
  log: ProblemLog,
  hasCorpus: boolean,
): void {
  const rows = withoutAnswers(given, file, log);
  const pool = hasCorpus ? new PassagePool('context', log) : poolOf(rows, log);
  for (const { retrieved, place } of hasCorpus ? rows : [])
    if (!retrieved.ids && (retrieved.texts?.length ?? 0) > 0)
      log.add(problem('wrong-shape', { ...place, field: 'retrieved_context_ids' }, 'document-id-list', 'nothing'));
  if (pool.hasTexts) pool.addTo(builder);
  else if (!hasCorpus) builder.judgmentsAlone();
  for (const { id, text, reference, marks, place } of rows) {
    builder.addQuery(id, text, place, marks);
    if (reference.ids) for (const doc of reference.ids) builder.addJudgment(id, doc, 1, place);
    else for (const truth of reference.texts ?? []) builder.addGroundTruth(id, truth, place);
  }
  if (rows.some(({ retrieved }) => isGiven(retrieved))) builder.addRun(runOf(rows, pool, file, log));
}

function poolOf(rows: readonly RagasRow[], log: ProblemLog): PassagePool {
  const pool = new PassagePool('context', log);
  for (const { retrieved, reference, place } of rows)
    for (const { ids, texts } of [retrieved, reference])
      ids?.forEach((id, i) => pool.addNamed(id, texts?.[i] ?? null, place));
  for (const { retrieved, place } of rows)
    if (!retrieved.ids) retrieved.texts?.forEach((text) => pool.idOf(text, place));
  const references = rows.filter(({ reference }) => !reference.ids);
  pool.addUnmatched(
    references.flatMap(({ reference, place }) => (reference.texts ?? []).map((text) => ({ text, place }))),
  );
  return pool;
}

function runOf(rows: readonly RagasRow[], pool: PassagePool, file: string, log: ProblemLog): ImportedRun {
  const run = new RunBuilder();
  for (const { id, retrieved, place } of rows) {
    if (!isGiven(retrieved)) continue;
    const query = run.query(id);
    const docs = retrieved.ids ?? (retrieved.texts ?? []).map((text) => pool.idOf(text, place));
    docs.forEach((doc, i) => run.add(query, run.doc(doc), 1 / (i + 1), place.line ?? 1));
  }
  const repeated: RepeatedHit[] = [];
  const packed = run.finish((hit) => void repeated.push(hit));
  warnOfRepeated(repeated, file, log);
  return { file, format: 'ragas', tag: null, run: packed };
}

/** An empty list means that nothing was retrieved; no list means that it is not known. */
const isGiven = ({ ids, texts }: Contexts): boolean => ids !== null || texts !== null;
