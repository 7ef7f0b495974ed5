import { valueOf, flatMapAsync } from '../../../base/containers';
import { folderOf, stemOf } from '../../../base/paths';
import type { DatasetBuilder } from '../builder';
import { normaliseText } from '../ground-truth-texts';
import { guarded, placeName, problem, type ProblemLog, type ProblemPlace } from '../problem';
import { isMembers, kindOf, memberOf, type Members, parseJson } from '../readers/json-records';
import { asId, fieldIn, fieldNames, readRecords, textIn, type DataRecord } from '../readers/records';
import { withoutShard } from '../shards';
import { type SourceText, wholeText } from '../source';
import { type CollectionFormat, type FoundCollection, inFile } from './format';

/** Where a row has passages of its question, by paths; on the way a list gives each of its items. */
interface PassageFields {
  readonly text: string | RegExp;
  readonly id?: string;
  readonly title?: string;
  /** One for all, the path of one for each, or a path of the titles of the relevant ones, which are all needed. */
  readonly grade: number | { readonly path: string } | { readonly needed: string };
}

interface RowShape {
  /** Fields that tell it. */
  readonly told: readonly string[];
  readonly passages: readonly PassageFields[];
}

const QUESTIONS = ['query', 'question', 'anchor'];
const QUESTION_IDS = ['query_id', 'q_id', 'qid', 'id'];

/** Rows of a question with its passages, as their sources publish them; of two that fit, the first. */
const SHAPES: readonly RowShape[] = [
  // Mr. TyDi, MLDR, Tevatron.
  {
    told: ['positive_passages'],
    passages: ['positive_passages', 'negative_passages'].map((list, i) => ({
      text: `${list}.text`,
      id: `${list}.docid`,
      title: `${list}.title`,
      grade: 1 - i,
    })),
  },
  // MS MARCO v1.1 and v2.1.
  {
    told: ['passages', 'passage_text', 'is_selected'],
    passages: [{ text: 'passages.passage_text', grade: { path: 'passages.is_selected' } }],
  },
  // HotpotQA, 2WikiMultihopQA.
  {
    told: ['context', 'supporting_facts', 'sentences'],
    passages: [{ text: 'context.sentences', title: 'context.title', grade: { needed: 'supporting_facts.title' } }],
  },
  // SQuAD, JSQuAD.
  { told: ['context', 'answers'], passages: [{ text: 'context', title: 'title', grade: 1 }] },
  // Reranking sets of MTEB; triplets and n-tuples of sentence-transformers.
  {
    told: ['positive'],
    passages: [
      { text: 'positive', grade: 1 },
      { text: /^negative(?:_\d+)?$/, grade: 0 },
    ],
  },
  // Hard negatives of sentence-transformers, as lists and as pairs.
  { told: ['docs', 'labels'], passages: [{ text: 'docs', grade: { path: 'labels' } }] },
  { told: ['passage', 'label'], passages: [{ text: 'passage', grade: { path: 'label' } }] },
  // JQaRA.
  {
    told: ['passage_row_id', 'text', 'label'],
    passages: [{ text: 'text', id: 'passage_row_id', title: 'title', grade: { path: 'label' } }],
  },
];

interface Passage {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly place: ProblemPlace;
}

interface Question {
  readonly text: string;
  readonly place: ProblemPlace;
  readonly grades: Map<string, number>;
  readonly needs: string[];
}

/** Tables of a question a row, with its passages; documents are the distinct passages, and those of a corpus beside. */
export const questionPassages: CollectionFormat = async (files) => {
  const tables = await flatMapAsync(files, async (file) => {
    const shape = shapeOf(fieldNames(await file.head()));
    return shape ? [{ file, shape }] : [];
  });
  const corpora = await flatMapAsync(files, async (file) => ((await isCorpus(file)) ? [file] : []));
  return tables.map(({ file, shape }) => {
    const beside = corpora.filter(({ path }) => shape.passages[0]!.id && folderOf(path) === folderOf(file.path));
    return found(file, shape, beside);
  });
};

const shapeOf = (names: ReadonlySet<string>): RowShape | undefined =>
  QUESTIONS.some((name) => names.has(name))
    ? SHAPES.find(({ told }) => told.every((name) => names.has(name)))
    : undefined;

const CORPUS_IDS = ['docid', 'doc_id', '_id', 'id'];

async function isCorpus(file: SourceText): Promise<boolean> {
  const names = fieldNames(await file.head());
  return CORPUS_IDS.some((name) => names.has(name)) && names.has('text') && !QUESTIONS.some((name) => names.has(name));
}

const found = (file: SourceText, shape: RowShape, corpora: readonly SourceText[]): FoundCollection => ({
  ...inFile(file),
  // A part of a data set has the name of its split: the set is the folder that was given.
  name: /^([^/]+)\//.exec(file.path)?.[1] ?? stemOf(withoutShard(file.path)),
  files: () => [file, ...corpora],

  async read(_split, builder, log) {
    const onLost = (): void => builder.lostAll();
    builder.expect('judgment', { file: file.path });
    const rows = new RowReader(shape, log, onLost);
    for (const corpus of corpora)
      await guarded(
        log,
        async () => {
          for await (const records of readRecords(corpus, ['docid', 'text'], log, onLost))
            for (const record of records) rows.addDocument(record);
        },
        onLost,
      );
    await guarded(
      log,
      async () => {
        if (isNested(await file.head())) await readArticles(file, rows, log);
        else
          for await (const records of readRecords(file, ['query', ...shape.told], log, onLost))
            for (const record of records) rows.addRow(record);
      },
      onLost,
    );
    rows.addTo(builder);
  },
});

/** SQuAD's own file: questions in paragraphs in articles. */
const isNested = (head: string): boolean => ['paragraphs', 'qas'].every((name) => fieldNames(head).has(name));

async function readArticles(file: SourceText, rows: RowReader, log: ProblemLog): Promise<void> {
  const articles = membersIn(memberOf(parseJson(await wholeText(file), file.path, log), 'data'));
  for (const [a, { title, paragraphs }] of articles.entries())
    for (const [p, { context, qas }] of membersIn(paragraphs).entries()) {
      const record = (at: string, fields: Members): DataRecord => ({
        fields: new Map(Object.entries({ title, context, ...fields })),
        isText: false,
        place: (field) => ({
          file: file.path,
          field: `data[${a}].paragraphs[${p}]${at}${field === undefined ? '' : `.${field}`}`,
        }),
      });
      rows.addPassages(record('', {}));
      for (const [q, question] of membersIn(qas).entries()) rows.addRow(record(`.qas[${q}]`, question));
    }
}

const membersIn = (value: unknown): readonly Members[] => (Array.isArray(value) ? value.filter(isMembers) : []);

class RowReader {
  readonly #passages = new Map<string, Passage>();
  readonly #idsByText = new Map<string, string>();
  readonly #questions = new Map<string, Question>();
  readonly #idsByQuestion = new Map<string, string>();

  constructor(
    private readonly shape: RowShape,
    private readonly log: ProblemLog,
    private readonly onLost: () => void,
  ) {}

  addDocument(record: DataRecord): void {
    const id = asId(record.fields.get(fieldIn(record, CORPUS_IDS)!));
    const text = textIn(record, 'text', this.log);
    if (id === null || text === null) return this.onLost();
    this.#passage(id, String(record.fields.get('title') ?? ''), text, record.place());
  }

  addRow(record: DataRecord): void {
    const text = textIn(record, fieldIn(record, QUESTIONS)!, this.log);
    if (text === null) return this.onLost();
    const written = asId(record.fields.get(fieldIn(record, QUESTION_IDS) ?? ''));
    const id = written ?? valueOf(this.#idsByQuestion, text, () => String(this.#idsByQuestion.size + 1));
    const place = record.place();
    const question = valueOf(this.#questions, id, () => ({
      text,
      place,
      grades: new Map<string, number>(),
      needs: [],
    }));
    if (question.text !== text)
      this.log.add(problem('duplicate-id', place, 'question', id, placeName(question.place, place)));
    this.addPassages(record, question);
  }

  /** @param question null where they belong to none */
  addPassages(record: DataRecord, question: Question | null = null): void {
    for (const fields of this.shape.passages) this.#addPassages(record, question, fields);
  }

  addTo(builder: DatasetBuilder): void {
    for (const { id, title, text, place } of this.#passages.values()) builder.addDoc(id, title, text, place);
    for (const [id, { text, place, grades, needs }] of this.#questions) {
      builder.addQuery(id, text, place);
      for (const [doc, grade] of grades) builder.addJudgment(id, doc, grade, place);
      if (needs.length > 0)
        builder.addNeeds(
          id,
          needs.map((doc) => [doc]),
          place,
        );
    }
  }

  #addPassages(record: DataRecord, question: Question | null, { text, id, title, grade }: PassageFields): void {
    const names = typeof text === 'string' ? [text] : [...record.fields.keys()].filter((name) => text.test(name));
    const texts = names.flatMap((name) => valuesAt(record, name).map(joined));
    const [ids, titles] = [id, title].map((path) => (path === undefined ? [] : valuesAt(record, path)));
    const grades = typeof grade === 'object' && 'path' in grade ? valuesAt(record, grade.path) : null;
    const needed = typeof grade === 'object' && 'needed' in grade ? new Set(valuesAt(record, grade.needed)) : null;
    const wrong = texts.findIndex((each) => typeof each !== 'string');
    if (wrong >= 0 || (grades && grades.length !== texts.length)) {
      const got = wrong >= 0 ? kindOf(texts[wrong]) : { count: grades!.length };
      this.log.add(
        problem('wrong-shape', record.place(String(names[0])), wrong >= 0 ? 'texts' : { cells: texts.length }, got),
      );
      return this.onLost();
    }
    texts.forEach((each, i) => {
      const named = String(titles![i] ?? '');
      const doc = this.#passage(asId(ids![i]), named, each as string, record.place());
      if (!question) return;
      if (needed) {
        if (needed.has(named)) question.needs.push(doc);
        return;
      }
      const own = Number(grades ? grades[i] : grade);
      if (!Number.isInteger(own)) this.log.add(problem('bad-grade', record.place(), String(grades?.[i])));
      question.grades.set(doc, Math.max(own, question.grades.get(doc) ?? -Infinity));
    });
  }

  /** @returns its id: without one of its own the same text is the same passage */
  #passage(written: string | null, title: string, text: string, place: ProblemPlace): string {
    const byText = written === null ? normaliseText(text) : null;
    const id = written ?? valueOf(this.#idsByText, byText!, () => `passage-${this.#idsByText.size + 1}`);
    const known = this.#passages.get(id);
    if (!known) this.#passages.set(id, { id, title, text, place });
    else if (byText === null && normaliseText(known.text) !== normaliseText(text))
      this.log.add(problem('duplicate-id', place, 'document', id, placeName(known.place, place), true));
    return id;
  }
}

/** Sentences of one passage are joined as they are. */
const joined = (value: unknown): unknown =>
  Array.isArray(value) && value.every((each) => typeof each === 'string') ? value.join('') : value;

function valuesAt({ fields }: DataRecord, path: string): unknown[] {
  const [first, ...rest] = path.split('.');
  const start = fields.get(first!);
  const items = rest.reduce<unknown[]>(
    (values, name) =>
      values.flatMap((value) => (isMembers(value) && value[name] !== undefined ? listOf(value[name]) : [])),
    listOf(start),
  );
  return items;
}

const listOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
