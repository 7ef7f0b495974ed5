/** Where a row has passages of its question, by paths; on the way a list gives each of its items. */
export interface PassageFields {
  /** Without it the ids are of documents beside, all of which are needed. */
  readonly text?: string | RegExp;
  readonly id?: string;
  readonly title?: string;
  /** One for all, the path of one for each, or a path of the titles of the relevant ones, which are all needed. */
  readonly grade: number | { readonly path: string } | { readonly needed: string };
}

export interface RowShape {
  /** Fields that tell it. */
  readonly told: readonly string[];
  readonly passages: readonly PassageFields[];
  /** Field of the id, where a row is a question: else `id` is a number of the row. */
  readonly id?: string;
  /** Where an empty field of answers says that no passage answers the question. */
  readonly answers?: string;
}

export const QUESTIONS = ['query', 'question', 'anchor', 'prompt'];
/** Without them passages have no ids; with them a table may be of judgments. */
const DOCUMENT_ID = /^(?:corpus|document|doc|passage|p)[-_]?(?:id|no)$/;

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
    id: 'id',
    passages: [{ text: 'context.sentences', title: 'context.title', grade: { needed: 'supporting_facts.title' } }],
  },
  // SQuAD, JSQuAD.
  {
    told: ['context', 'answers'],
    id: 'id',
    answers: 'answers',
    passages: [{ text: 'context', title: 'title', grade: 1 }],
  },
  // FRAMES, of which the rows have their numbers in a column without a name.
  { told: ['prompt', 'wiki_links'], id: '', passages: [{ id: 'wiki_links', grade: 1 }] },
  // Reranking sets of MTEB; triplets and n-tuples of sentence-transformers.
  {
    told: ['positive'],
    passages: [
      { text: 'positive', grade: 1 },
      { text: /^(?:hard_)?negatives?(?:_?\d+)?$/, grade: 0 },
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

export function shapeOf(names: ReadonlySet<string>): RowShape | undefined {
  if (!QUESTIONS.some((name) => names.has(name))) return undefined;
  const hasDocumentIds = [...names].some((name) => DOCUMENT_ID.test(name));
  return SHAPES.find(
    ({ told, passages }) => told.every((name) => names.has(name)) && (passages[0]!.id !== undefined || !hasDocumentIds),
  );
}
