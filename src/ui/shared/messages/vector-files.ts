import type { ArrayProblem, UnfitVectors } from '../../../domain/dataset/outcome';
import { listed, quoted } from '../../../domain/dataset/problem';
import { counted } from '../format';

export function unfitVectors(unfit: UnfitVectors): string {
  switch (unfit.why) {
    case 'no-documents':
      return 'This collection has no documents: there is nothing that vectors could be of.';
    case 'counts':
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
        `${listed(unfit.ids.slice(0, 3).map(quoted))}. A passage without one could never be found: give all.`
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
  if (why === 'empty-file') return 'It is empty.';
  if (why === 'no-array') return 'It does not begin as an array of numpy.save does.';
  if (why === 'header') return 'Its header cannot be read.';
  if ('type' in why) return `It holds numbers of the type ${why.type}, and not floating-point numbers.`;
  if ('dimensions' in why) return `It has ${why.dimensions} dimensions, and not two: one row a vector.`;
  const { rows, columns, expected, got } = why;
  if (expected === undefined) return `It is empty: ${rows} × ${columns} numbers.`;
  return `The header promises ${rows} × ${columns} numbers in ${expected} bytes, and there are ${got} bytes: it was not saved or copied whole.`;
}
