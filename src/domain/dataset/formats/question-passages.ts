import { valueOf, flatMapAsync } from '../../../base/containers';
import { stemOf } from '../../../base/paths';
import type { DatasetBuilder } from '../builder';
import type { Expected, Got } from '../outcome';
import { guarded, placeName, problem, type ProblemLog, type ProblemPlace } from '../problem';
import { parseGrade } from '../readers/grade';
import { isMembers, kindOf, memberOf, type Members, parseJson } from '../readers/json-records';
import { looksLikeList, textsIn } from '../readers/lists';
import { excludedIn, unanswerableIn } from '../readers/question-fields';
import { asId, fieldIn, fieldNames, idIn, readRecords, textIn, type DataRecord } from '../readers/records';
import { withoutShard } from '../shards';
import { type SourceText, wholeText } from '../source';
import { type CollectionFormat, CORPUS_IDS, corporaBeside, type FoundCollection, inFile, rootOf } from './format';
import { PassagePool } from './passage-pool';
import { type PassageFields, QUESTIONS, type RowShape, shapeOf } from './passage-shapes';

const QUESTION_IDS = ['query_id', 'query-id', 'question_id', 'question-id', 'q_id', 'qid', '_id'];

/** In a cell, as Python writes a list or SQuAD's answers where there are none. */
const NO_ANSWER = /^\s*(?:\[\s*\]\s*)?$|['"]text['"]\s*:\s*(?:array\(\s*)?\[\s*\]/;

interface Question {
  readonly text: string;
  readonly place: ProblemPlace;
  readonly grades: Map<string, number>;
  readonly needs: Set<string>;
  readonly excluded: Set<string>;
  readonly unanswerable: boolean;
}

/** Tables of a question a row, with its passages; documents are the distinct passages, and those of a corpus beside. */
export const questionPassages: CollectionFormat = async (files) => {
  const tables = await flatMapAsync(files, async (file) => {
    const shape = shapeOf(fieldNames(await file.head()));
    return shape ? [{ file, shape }] : [];
  });
  return Promise.all(tables.map(async ({ file, shape }) => found(file, shape, await corporaBeside(file, files))));
};

const found = (file: SourceText, shape: RowShape, corpora: readonly SourceText[]): FoundCollection => ({
  ...inFile(file),
  // A part of a data set has the name of its split: the set is the folder that was given.
  name: rootOf(file.path) || stemOf(withoutShard(file.path)),
  files: () => [file, ...corpora],

  async read(_split, builder, log) {
    const onLost = (): void => builder.lostAll();
    builder.expect('judgment', { file: file.path });
    const rows = new RowReader(shape, log, onLost);
    const readAll = async (): Promise<void> => {
      for (const corpus of corpora)
        for await (const records of readRecords(corpus, ['docid', 'text'], log, onLost))
          for (const record of records) rows.addDocument(record);
      if (isNested(await file.head())) return readArticles(file, rows, log);
      for await (const records of readRecords(file, ['query', ...shape.told], log, onLost))
        for (const record of records) rows.addRow(record);
    };
    await guarded(log, readAll, onLost);
    rows.addTo(builder);
  },
});

/** SQuAD's own file: questions in paragraphs in articles. */
const isNested = (head: string): boolean => ['paragraphs', 'qas'].every((name) => fieldNames(head).has(name));

async function readArticles(file: SourceText, rows: RowReader, log: ProblemLog): Promise<void> {
  const parsed = parseJson(await wholeText(file), file.path, log);
  const membersIn = (value: unknown, field: string): readonly Members[] =>
    (Array.isArray(value) ? (value as readonly unknown[]) : value === undefined ? [] : [value]).filter((each, i) => {
      if (isMembers(each)) return true;
      log.add(problem('wrong-shape', { file: file.path, field: `${field}[${i}]` }, 'object', kindOf(each)));
      return false;
    }) as Members[];
  const articles = membersIn(memberOf(parsed, 'data'), 'data');
  for (const [a, { title, paragraphs }] of articles.entries())
    for (const [p, { context, qas }] of membersIn(paragraphs, `data[${a}].paragraphs`).entries()) {
      const record = (at: string, fields: Members): DataRecord => ({
        fields: new Map(Object.entries({ title, context, ...fields })),
        isText: false,
        place: (field) => ({
          file: file.path,
          field: `data[${a}].paragraphs[${p}]${at}${field === undefined ? '' : `.${field}`}`,
        }),
      });
      rows.addPassages(record('', {}));
      for (const [q, question] of membersIn(qas, `data[${a}].paragraphs[${p}].qas`).entries())
        rows.addRow(record(`.qas[${q}]`, question));
    }
}

class RowReader {
  readonly #pool: PassagePool;
  readonly #questions = new Map<string, Question>();
  readonly #idsByQuestion = new Map<string, string>();

  constructor(
    private readonly shape: RowShape,
    private readonly log: ProblemLog,
    private readonly onLost: () => void,
  ) {
    this.#pool = new PassagePool('passage', log);
  }

  addDocument(record: DataRecord): void {
    const id = idIn(record, fieldIn(record, CORPUS_IDS) ?? 'docid', this.log);
    const text = textIn(record, 'text', this.log);
    if (id === null || text === null) return this.onLost();
    this.#pool.addNamed(id, text, record.place(), String(record.fields.get('title') ?? ''));
  }

  addRow(record: DataRecord): void {
    const text = textIn(record, fieldIn(record, QUESTIONS)!, this.log);
    const idField = fieldIn(record, this.shape.id === undefined ? QUESTION_IDS : [...QUESTION_IDS, this.shape.id]);
    const written = idField === undefined ? undefined : idIn(record, idField, this.log);
    if (text === null || written === null) return this.onLost();
    const id = written ?? valueOf(this.#idsByQuestion, text, () => String(this.#idsByQuestion.size + 1));
    const place = record.place();
    const unanswerable = this.#isUnanswerable(record);
    const question = valueOf<string, Question>(this.#questions, id, () => {
      return { text, place, grades: new Map(), needs: new Set(), excluded: new Set(), unanswerable };
    });
    if (question.text !== text)
      this.log.add(problem('duplicate-id', place, 'question', id, placeName(question.place, place), true));
    for (const doc of excludedIn(record, this.log)) question.excluded.add(doc);
    this.addPassages(record, unanswerable ? null : question);
  }

  /** @param question null where they answer none */
  addPassages(record: DataRecord, question: Question | null = null): void {
    for (const { text, ...fields } of this.shape.passages)
      if (text !== undefined) this.#addPassages(record, question, { text, ...fields });
      else for (const id of this.#textsAt(record, fields.id!)) question?.needs.add(String(id));
  }

  addTo(builder: DatasetBuilder): void {
    this.#pool.addTo(builder);
    for (const [id, { text, place, grades, needs, excluded, unanswerable }] of this.#questions) {
      builder.addQuery(id, text, place, { unanswerable, excluded: [...excluded] });
      for (const [doc, grade] of grades) builder.addJudgment(id, doc, grade, place);
      const all = [...needs].map((doc) => [doc]);
      if (all.length > 0) builder.addNeeds(id, all, place);
    }
  }

  #isUnanswerable(record: DataRecord): boolean {
    if (unanswerableIn(record, this.log)) return true;
    const answers = this.shape.answers === undefined ? undefined : record.fields.get(this.shape.answers);
    if (record.isText && typeof answers === 'string') return NO_ANSWER.test(answers);
    const given = isMembers(answers) ? answers['text'] : answers;
    return Array.isArray(given) && given.length === 0;
  }

  #addPassages(
    record: DataRecord,
    question: Question | null,
    { text, id, title, grade }: PassageFields & Required<Pick<PassageFields, 'text'>>,
  ): void {
    const names = typeof text === 'string' ? [text] : [...record.fields.keys()].filter((name) => text.test(name));
    const texts = names.flatMap((name) => this.#textsAt(record, name));
    const [ids, titles] = [id, title].map((path) => (path === undefined ? [] : valuesAt(record, path)));
    const grades = typeof grade === 'object' && 'path' in grade ? valuesAt(record, grade.path) : null;
    const wrong = texts.findIndex((each) => typeof each !== 'string');
    if (wrong >= 0) return this.#refuse(record, names[0]!, kindOf(texts[wrong]));
    for (const beside of [ids!, titles!, ...(grades ? [grades] : [])])
      if (beside.length > 0 && beside.length !== texts.length)
        return this.#refuse(record, names[0]!, { count: beside.length }, { cells: texts.length });
    if (grades?.length === 0 && texts.length > 0)
      return this.#refuse(record, names[0]!, { count: 0 }, { cells: texts.length });
    const docs = texts.map((each, i) => {
      const [own, text, heading, place] = [asId(ids![i]), each as string, asId(titles![i]) ?? '', record.place()];
      if (own === null) return this.#pool.idOf(text, place, heading);
      this.#pool.addNamed(own, text, place, heading);
      return own;
    });
    if (!question) return;
    if (typeof grade === 'object' && 'needed' in grade)
      return this.#need(record, question, grade.needed, docs, titles!);
    docs.forEach((doc, i) => this.#grade(record, question, doc, grades ? grades[i] : grade, grades !== null));
  }

  /** @param isLabel whether it is of this passage, and not of all in its field: then another one contradicts it */
  #grade(record: DataRecord, question: Question, doc: string, written: unknown, isLabel: boolean): void {
    const grade = parseGrade(asId(typeof written === 'boolean' ? Number(written) : written) ?? '');
    if (grade === null)
      return this.log.add(problem('bad-grade', record.place(), asId(written) ?? { kind: kindOf(written) }));
    const before = question.grades.get(doc);
    if (isLabel && before !== undefined && before !== grade) {
      const pair = `The question ${question.text} with document ${doc}`;
      this.log.add(
        problem('duplicate-judgment', record.place(), {
          pair,
          grade,
          first: before,
          where: placeName(question.place, record.place()),
        }),
      );
    }
    question.grades.set(doc, Math.max(grade, before ?? -Infinity));
  }

  #need(
    record: DataRecord,
    { needs }: Question,
    path: string,
    docs: readonly string[],
    titles: readonly unknown[],
  ): void {
    for (const title of new Set(valuesAt(record, path))) {
      const doc = docs[titles.indexOf(title)];
      if (doc === undefined) this.log.add(problem('unknown-document', record.place(path), asId(title) ?? ''));
      else needs.add(doc);
    }
  }

  #textsAt(record: DataRecord, path: string): unknown[] {
    const value = record.fields.get(path);
    if (record.isText && typeof value === 'string' && looksLikeList(value))
      return [...(textsIn(record, path, this.log) ?? [])];
    // SQuAD's context is one text: a list of them is what was retrieved, of which nobody says what is relevant.
    if (this.shape.answers !== undefined && Array.isArray(value)) return [value];
    return valuesAt(record, path).map(joined);
  }

  #refuse(record: DataRecord, field: string, got: Got, expected: Expected = 'texts'): void {
    this.log.add(problem('wrong-shape', record.place(field), expected, got));
    this.onLost();
  }
}

/** Sentences of one passage are joined as they are. */
const joined = (value: unknown): unknown =>
  Array.isArray(value) && value.every((each) => typeof each === 'string') ? value.join('') : value;

/** Where an item of a list lacks a field there is null, so that what stands beside it stays beside it. */
function valuesAt({ fields }: DataRecord, path: string): unknown[] {
  const [first, ...rest] = path.split('.');
  return rest.reduce<unknown[]>(
    (values, name) => values.flatMap((value) => (isMembers(value) ? listOf(value[name] ?? null) : [null])),
    fields.get(first!) == null ? [] : listOf(fields.get(first!)),
  );
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);
