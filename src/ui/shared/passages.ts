import { languageByScript } from '../../domain/questions/language';
import type { LanguageShare, Doc, DocId, Judgment } from '../../base/types';
import { Places } from '../../domain/judging/places';

/** `lang` of a text: by script for Chinese and Japanese, otherwise the collection's main other language. */
export function contentLanguage(text: string, languages: readonly LanguageShare[]): string | undefined {
  const byScript = languageByScript(text);
  if (byScript !== 'en') return byScript;
  return languages.find(({ language }) => !['zh', 'ja', 'und'].includes(language))?.language;
}

/** As `Guide › Opening hours`. A title that is the first heading is shown once. */
export const placePath = ({
  title,
  headings,
}: {
  readonly title: string;
  readonly headings: readonly string[];
}): string => [...(title === headings[0] ? [] : [title]), ...headings].filter((part) => part !== '').join(' › ');

/** Grades of passages as `chunkedTruth` gives them; undefined where unjudged. @param judgments of one question */
export function passageGrades(
  judgments: readonly Judgment[],
  docs: ReadonlyMap<DocId, Pick<Doc, 'text'>>,
): (id: DocId) => number | undefined {
  const places = new Places(docs);
  const judged = judgments.map(({ doc, grade, span }) => ({ grade, place: { doc, span: span ?? null } }));
  return (id) => {
    const place = places.of(id);
    const grades = judged.filter((each) => places.areSame(place, each.place)).map(({ grade }) => grade);
    return grades.length > 0 ? Math.max(...grades) : undefined;
  };
}
