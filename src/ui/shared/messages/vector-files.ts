import type {
  ArrayProblem,
  UnfitVectors,
  VectorDoubt,
  VectorFlaw,
} from '../../../domain/dataset/supplied/vectors/problems';
import { listed, quoted } from '../../../domain/dataset/problem';
import { counted } from '../format';

export function unfitVectors(unfit: UnfitVectors): string {
  switch (unfit.why) {
    case 'no-documents':
      return 'This collection has no documents: there is nothing that vectors could be of.';
    case 'counts':
      if (unfit.rows === unfit.docs + unfit.queries)
        return (
          `It has ${counted(unfit.rows, 'row')}, as many as ${counted(unfit.docs, 'document')} and ` +
          `${counted(unfit.queries, 'question')} together. Save documents and questions as an array each.`
        );
      return (
        `It has ${counted(unfit.rows, 'row')}, and this collection has ${counted(unfit.docs, 'document')} and ` +
        `${counted(unfit.queries, 'question')}. An array needs one row for each, in their order; or write JSON Lines with ids.`
      );
    case 'either':
      return (
        `It has ${counted(unfit.rows, 'row')}, and this collection has as many documents as questions. ` +
        'Name the files after what they hold: passages.npy and questions.npy.'
      );
    case 'unknown-ids':
      return (
        `None of its ids is in this collection: its first is ${quoted(unfit.first)}, the first document here is ` +
        `${quoted(unfit.doc)}, the first question ${quoted(unfit.query)}. Open the collection that it belongs to.`
      );
    case 'both-ids':
      return (
        'Its ids are those of documents and of questions alike. Give passages and questions each their own file, and ' +
        'name them after what they hold: passages.jsonl and questions.jsonl.'
      );
    case 'missing':
      return (
        `${unfit.ids.length} of ${counted(unfit.docs, 'document')} of this collection have no vector in it: ` +
        `${listed(unfit.ids.slice(0, 3).map(quoted))}. ` +
        (unfit.unknown.length > 0
          ? `${counted(unfit.unknown.length, 'row')} of it ${unfit.unknown.length === 1 ? 'is' : 'are'} of no document here: ` +
            `${listed(unfit.unknown.slice(0, 3).map(quoted))}. Are its ids shifted by one, or of other documents?`
          : 'A passage without one could never be found: give all.')
      );
    case 'repeated':
      return (
        `${quoted(unfit.id)} has ${unfit.rows} vectors, and nothing says which part of the text each is of. Leave one, ` +
        'or give each the number of its part (chunk_index) or its places (start, end).'
      );
    case 'texts':
      return (
        `${unfit.ids.length} of ${counted(unfit.rows, 'text')} beside vectors differ from the collection: ` +
        `${listed(unfit.ids.slice(0, 3).map(quoted))}. These are vectors of another collection with the same ids.`
      );
    case 'alone':
      return unfit.there === 'passages'
        ? 'These are vectors of passages, and there are none of questions to search them with. Give both files together.'
        : 'These are vectors of questions, and there are none of passages to search. Give both files together.';
    case 'several':
      return `There are several files of ${unfit.of} (${listed(unfit.files)}). Add one model’s vectors at a time.`;
    case 'widths':
      return `Passages have ${unfit.passages} numbers a vector, and questions ${unfit.questions}. Both must come from one model.`;
  }
}

export function arrayText(why: ArrayProblem): string {
  if (why === 'pickle')
    return 'This is pickle, of Python objects, which runs code when it is read. Save it as npy of numbers, npz or safetensors.';
  if (why === 'faiss')
    return 'This is an index of FAISS. Export its vectors as npy: numpy.save("documents.npy", index.reconstruct_n(0, index.ntotal)).';
  if (typeof why === 'object' && 'ids' in why)
    return `It has ${counted(why.ids, 'id')}, and the array beside it ${counted(why.rows, 'row')}. Both need as many, in one order.`;
  return `${arrayFlaw(why)} Save it with numpy.save, as an array of two dimensions (one row a vector) of float32.`;
}

function arrayFlaw(why: Exclude<ArrayProblem, 'pickle' | 'faiss' | { readonly ids: number }>): string {
  if (why === 'empty-file') return 'It is empty.';
  if (why === 'no-array') return 'It does not begin as such an array does.';
  if (why === 'header') return 'Its header cannot be read.';
  if (why === 'texts') return 'It holds texts, and no file of vectors beside it is named as it is.';
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
  several:
    'there are several for one text, as late interaction (ColBERT) has them, which is not searched. Give one a text',
  sparse: 'it is sparse (indices and values), which is not searched. Give dense vectors',
  cut: 'NumPy has cut its numbers (“...”) when it printed them. Write them as JSON, or save them as npy',
  text: 'there is a text. Write vectors as lists of numbers',
  whole:
    'all numbers are whole ones of a byte: packed bits, or numbers with an offset? Name the field after what they are ' +
    '(ubinary, binary, uint8 or int8)',
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
};

export function vectorDoubt(doubt: VectorDoubt): string {
  switch (doubt.why) {
    case 'texts':
      return (
        `${doubt.ids.length} of ${counted(doubt.rows, 'text')} beside vectors differ from the collection: ` +
        `${listed(doubt.ids.slice(0, 3).map(quoted))}. Vectors of old texts need to be computed again.`
      );
    case 'models':
      return `Passages are of the model ${listed(doubt.passages)}, and questions of ${listed(doubt.questions)}: are these meant to be compared?`;
    case 'equal':
      return `${doubt.rows} of ${counted(doubt.of, 'passage')} have one and the same vector: did the model fail? Ids decide such ties.`;
    case 'copied':
      return `${doubt.rows} of ${counted(doubt.of, 'question')} have the very vector of a passage: were the wrong vectors copied?`;
    case 'transposed':
      return `Its ${doubt.rows} columns have one length, and its rows have not: is the array transposed, a column a vector?`;
    case 'sets':
      return `These fields hold no whole set of dense vectors, and are left out: ${listed(doubt.names.map(quoted))}.`;
    case 'read-as':
      return (
        `Its ${doubt.columns} whole numbers a row are spread as ${READ_AS[doubt.encoding]} are, and read so. ` +
        'Where that is wrong, name the field after what they are (ubinary, binary, uint8 or int8).'
      );
  }
}
