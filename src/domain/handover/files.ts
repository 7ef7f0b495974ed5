import type { DenseSpec, FileVectorsSpec, RetrieverSpec } from '../retrieval/retriever-spec';
import type {
  HandedContent,
  HandedFile,
  HandedPassage,
  HandedQuestion,
  HandedSystem,
  HandoverNote,
  SearchForm,
} from './target';

export const jsonFile = (path: string, value: unknown): HandedFile => ({
  path,
  text: `${JSON.stringify(value, null, 2)}\n`,
});

/** Lines of each passage, read when they are written. None where nothing of the collection is handed over. */
export function passageFile(
  path: string,
  content: HandedContent,
  lines: (passages: HandedContent['read']) => AsyncIterable<string>,
): HandedFile[] {
  return content.passages || content.vectors ? [{ path, lines: () => lines(content.read) }] : [];
}

export async function* passageLines(
  read: HandedContent['read'],
  of: (passage: HandedPassage) => readonly string[],
): AsyncGenerator<string> {
  for await (const passage of read()) yield* of(passage);
}

/** The name of what a retriever searches: in an index a field, or a named vector. */
export const searchedName = (form: SearchForm, retriever: number): string =>
  `${form === 'vector' ? 'vector' : form === 'terms' ? 'terms' : 'words'}_${retriever}`;

/** A question of which nothing is known: what it brings stands there by name. */
export const templateQuestion = (forms: readonly SearchForm[]): HandedQuestion => ({
  searched: forms.map((form, i) => ({ form: 'placeholder', text: `{{${searchedName(form, i)}}}` })),
});

/** The numbers of a vector, or what stands for them. */
export function numbersOf(searched: HandedQuestion['searched'][number]): number[] | string {
  if (searched.form === 'placeholder') return searched.text;
  if (searched.form !== 'vector') throw new RangeError(`a vector is asked for, and not ${searched.form}`);
  return Array.from(searched.vector);
}

/** A text as an engine analyses it: normalised, or terms that blanks separate. */
export function wordsText(searched: HandedQuestion['searched'][number]): string {
  if (searched.form === 'placeholder' || searched.form === 'text') return searched.text;
  if (searched.form !== 'terms') throw new RangeError(`words are asked for, and not ${searched.form}`);
  return searched.terms.join(' ');
}

export const isVectors = (spec: RetrieverSpec): spec is DenseSpec | FileVectorsSpec =>
  spec.kind === 'dense' || spec.kind === 'file-vectors';

/** What questions go through before they are asked, by retriever. */
export function questionNotes({ system, dimensions }: HandedSystem, forms: readonly SearchForm[]): HandoverNote[] {
  return system.retrievers.flatMap((spec, retriever): HandoverNote[] => {
    switch (forms[retriever]!) {
      case 'text':
        return [{ code: 'question-normalised', data: { retriever } }];
      case 'terms':
        return [{ code: 'question-terms', data: { retriever } }];
      case 'sparse':
        return [{ code: 'question-sparse', data: { retriever, file: vocabularyFile(retriever) } }];
      case 'vector': {
        const [model, prefix] = spec.kind === 'dense' ? [spec.model, spec.queryPrefix] : [nameOf(spec), ''];
        return [{ code: 'question-vector', data: { retriever, model, prefix, dimensions: dimensions[retriever]! } }];
      }
      case 'none':
        return [];
    }
  });
}

const nameOf = (spec: RetrieverSpec): string => (spec.kind === 'file-vectors' ? spec.name : spec.kind);

export const vocabularyFile = (retriever: number): string => `vocabulary_${retriever}.txt`;
