import type {
  ArrayProblem,
  UnfitVectors,
  VectorDoubt,
  VectorFlaw,
} from '../../../domain/dataset/supplied/vectors/problems';
import { listed, quoted } from '../../../domain/dataset/problem';
import { counted } from '../format';

/** A sentence for each reason, made of what the reason has beside. */
type Sentences<Reason extends { readonly why: string }> = {
  readonly [Why in Reason['why']]: (reason: Extract<Reason, { readonly why: Why }>) => string;
};

const firstOf = (ids: readonly string[]): string => listed(ids.slice(0, 3).map(quoted));
const otherTexts = ({ ids, rows }: { readonly ids: readonly string[]; readonly rows: number }): string =>
  `${ids.length} of ${counted(rows, 'text')} beside vectors differ from the collection: ${firstOf(ids)}.`;

const UNFIT: Sentences<UnfitVectors> = {
  'no-documents': () => 'This collection has no documents: there is nothing that vectors could be of.',
  counts: ({ rows, docs, queries }) => {
    const [documents, questions] = [counted(docs, 'document'), counted(queries, 'question')];
    return rows === docs + queries
      ? `It has ${counted(rows, 'row')}, as many as ${documents} and ${questions} together. Save documents and questions as an array each.`
      : `It has ${counted(rows, 'row')}, and this collection has ${documents} and ${questions}. ` +
          'An array needs one row for each, in their order; or write JSON Lines with ids.';
  },
  either: ({ rows }) =>
    `It has ${counted(rows, 'row')}, and this collection has as many documents as questions. ` +
    'Name the files after what they hold: passages.npy and questions.npy.',
  'unknown-ids': ({ first, doc, query }) =>
    `None of its ids is in this collection: its first is ${quoted(first)}, the first document here is ` +
    `${quoted(doc)}, the first question ${quoted(query)}. Open the collection that it belongs to.`,
  'both-ids': () =>
    'Its ids are those of documents and of questions alike. Give passages and questions each their own file, and ' +
    'name them after what they hold: passages.jsonl and questions.jsonl.',
  fields: ({ names: [first, second = 'the order of rows'] }) =>
    `Ids by ${first} and by ${second} are all in this collection, and differ. Name the field of ids doc_id or query_id, or leave it out.`,
  missing: ({ ids, docs, unknown }) =>
    `${ids.length} of ${counted(docs, 'document')} of this collection have no vector in it: ${firstOf(ids)}. ` +
    (unknown.length === 0
      ? 'A passage without one could never be found: give all.'
      : `${counted(unknown.length, 'row')} of it ${unknown.length === 1 ? 'is' : 'are'} of no document here: ` +
        `${firstOf(unknown)}. Are its ids shifted by one, or of other documents?`),
  repeated: ({ id, rows }) =>
    `${quoted(id)} has ${rows} vectors, and nothing says which part of the text each is of. Leave one, ` +
    'or give each the number of its part (chunk_index) or its places (start, end).',
  texts: (reason) => `${otherTexts(reason)} These are vectors of another collection with the same ids.`,
  alone: ({ there }) =>
    there === 'passages'
      ? 'These are vectors of passages, and there are none of questions to search them with. Give both files together.'
      : 'These are vectors of questions, and there are none of passages to search. Give both files together.',
  several: ({ of, files }) => `There are several files of ${of} (${listed(files)}). Add one model’s vectors at a time.`,
  widths: ({ passages, questions }) =>
    `Passages have ${passages} numbers a vector, and questions ${questions}. Both must come from one model.`,
};

export const unfitVectors = (unfit: UnfitVectors): string => UNFIT[unfit.why](unfit as never);

const ARRAYS: Readonly<Record<Extract<ArrayProblem, string>, string>> = {
  pickle:
    'This is pickle, of Python objects, which runs code when it is read. Save it as npy of numbers, npz or safetensors.',
  faiss:
    'This is an index of FAISS. Export its vectors as npy: numpy.save("documents.npy", index.reconstruct_n(0, index.ntotal)).',
  'empty-file': 'It is empty.',
  'no-array': 'It does not begin as such an array does.',
  header: 'Its header cannot be read.',
  texts: 'It holds texts, and no file of vectors beside it is named as it is.',
};

export function arrayText(why: ArrayProblem): string {
  const text = typeof why === 'string' ? ARRAYS[why] : arrayFlaw(why);
  return why === 'pickle' || why === 'faiss' || (typeof why === 'object' && 'ids' in why)
    ? text
    : `${text} Save it with numpy.save, as an array of two dimensions (one row a vector) of float32.`;
}

function arrayFlaw(why: Exclude<ArrayProblem, string>): string {
  if ('ids' in why)
    return `It has ${counted(why.ids, 'id')}, and the array beside it ${counted(why.rows, 'row')}. Both need as many, in one order.`;
  if ('tensors' in why) return `It has ${counted(why.tensors.length, 'tensor')}, and not one: ${listed(why.tensors)}.`;
  if ('type' in why) return `It holds numbers of the type ${why.type}, which are no numbers of vectors.`;
  if ('dimensions' in why) return `It has ${why.dimensions} dimensions, and not two: one row a vector.`;
  const { rows, columns, expected, got } = why;
  if (expected === undefined) return `It is empty: ${rows} × ${columns} numbers.`;
  return `The file is cut, or was not saved whole: ${rows} × ${columns} numbers take ${expected} bytes, and there are ${got} bytes.`;
}

const FLAWS: Readonly<Record<Extract<VectorFlaw, string>, string>> = {
  zero: 'it is all zeros, and nothing is near it. Compute it again, or leave its text out',
  'not-finite': 'it holds something that is not a finite number. Compute it again',
  none: 'it is missing. Compute it, or leave its text out',
  'number-missing': 'a number is missing in it. Compute it again',
  several: 'there are several for one text, as late interaction (ColBERT) has, which is not searched. Give one a text',
  sparse: 'it is sparse (indices and values), which is not searched. Give dense vectors',
  cut: 'NumPy has cut its numbers (“...”) when it printed them. Write them as JSON, or save them as npy',
  text: 'there is a text. Write vectors as lists of numbers',
  whole:
    'all numbers are whole ones of a byte: packed bits, or numbers with an offset? Name the field after what they are ' +
    '(ubinary, binary, uint8 or int8)',
  misnamed:
    'its field is named after numbers of a byte, and its numbers do not fit in one. Name the field after what they are',
};

/** @param of the id of its document or question, where it has one */
export function vectorFlaw(why: VectorFlaw, of: string | null): string {
  const what =
    typeof why === 'string'
      ? FLAWS[why]
      : 'error' in why
        ? `it is missing, since its request failed (${quoted(why.error)}). Ask for it again`
        : `it has ${why.width} numbers, and the first has ${why.expected}. All must be of one width`;
  return `${of === null ? 'This vector' : `The vector of ${quoted(of)}`}: ${what}.`;
}

const READ_AS: Readonly<Record<string, string>> = {
  ubinary: 'packed bits',
  binary: 'packed bits, less 128,',
  uint8: 'numbers with an offset of 128',
  int8: 'signed numbers',
};

const DOUBTS: Sentences<VectorDoubt> = {
  texts: (doubt) => `${otherTexts(doubt)} Vectors of old texts need to be computed again.`,
  models: ({ passages, questions }) =>
    `Passages are of the model ${listed(passages)}, and questions of ${listed(questions)}: are these meant to be compared?`,
  equal: ({ rows, of }) =>
    `${rows} of ${counted(of, 'passage')} have one and the same vector: did the model fail? Ids decide such ties.`,
  copied: ({ rows, of }) =>
    `${rows} of ${counted(of, 'question')} have the very vector of a passage: were the wrong vectors copied?`,
  transposed: ({ rows }) =>
    `Its ${rows} columns have one length, and its rows have not: is the array transposed, a column a vector?`,
  sets: ({ names }) =>
    `These fields hold no whole set of dense vectors, and are left out: ${listed(names.map(quoted))}.`,
  'read-as': ({ columns, encoding }) =>
    `Its ${columns} whole numbers a row are spread as ${READ_AS[encoding]} are, and read so. ` +
    'Where that is wrong, name the field after what they are (ubinary, binary, uint8 or int8).',
};

export const vectorDoubt = (doubt: VectorDoubt): string => DOUBTS[doubt.why](doubt as never);
