import type { QueryId } from '../../base/types';

export interface Annotations {
  readonly questions: Readonly<Record<QueryId, QuestionAnnotation>>;
  readonly sets: readonly SavedSet[];
}

export interface QuestionAnnotation {
  readonly tags: readonly string[];
  readonly note: string;
}

export interface SavedSet {
  readonly name: string;
  readonly filter: string;
}

export type AnnotationEdit =
  | { readonly kind: 'tag' | 'untag'; readonly queries: readonly QueryId[]; readonly tag: string }
  | { readonly kind: 'note'; readonly query: QueryId; readonly note: string }
  | { readonly kind: 'save-set'; readonly set: SavedSet }
  | { readonly kind: 'remove-set'; readonly name: string };

export const NO_ANNOTATIONS: Annotations = { questions: {}, sets: [] };
const NONE: QuestionAnnotation = { tags: [], note: '' };

export const questionAnnotation = ({ questions }: Annotations, query: QueryId): QuestionAnnotation =>
  Object.hasOwn(questions, query) ? questions[query]! : NONE;

export function annotated(annotations: Annotations, edit: AnnotationEdit): Annotations {
  const { sets } = annotations;
  switch (edit.kind) {
    case 'tag':
    case 'untag': {
      const tag = edit.tag.trim();
      if (tag === '') return annotations;
      return changed(annotations, edit.queries, ({ tags, note }) => {
        const others = tags.filter((each) => each !== tag);
        return { tags: edit.kind === 'untag' ? others : tags.includes(tag) ? tags : [...tags, tag], note };
      });
    }
    case 'note':
      return changed(annotations, [edit.query], ({ tags }) => ({ tags, note: edit.note.trim() }));
    case 'save-set': {
      const set = { ...edit.set, name: edit.set.name.trim() };
      if (set.name === '') return annotations;
      const isKnown = sets.some(({ name }) => name === set.name);
      return {
        ...annotations,
        sets: isKnown ? sets.map((each) => (each.name === set.name ? set : each)) : [...sets, set],
      };
    }
    case 'remove-set':
      return { ...annotations, sets: sets.filter(({ name }) => name !== edit.name) };
  }
}

function changed(
  annotations: Annotations,
  queries: readonly QueryId[],
  change: (of: QuestionAnnotation) => QuestionAnnotation,
): Annotations {
  const questions = new Map(Object.entries(annotations.questions));
  for (const query of queries) {
    const next = change(questionAnnotation(annotations, query));
    if (next.tags.length === 0 && next.note === '') questions.delete(query);
    else questions.set(query, next);
  }
  return { ...annotations, questions: Object.fromEntries(questions) };
}

export const tagsOf = ({ questions }: Annotations): string[] => [
  ...new Set(Object.values(questions).flatMap(({ tags }) => tags)),
];
