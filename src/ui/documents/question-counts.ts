import type { ImportCounts } from '../../domain/questions/place-questions';
import { count, counted, plural } from '../shared/format';

/** What became of questions that were read from a file, in a few words each. */
export const countTexts = (counts: ImportCounts): readonly string[] =>
  (
    [
      [counts.found, `${counted(counts.found, 'text')} found in the documents`],
      [counts.byDocument, `${count(counts.byDocument)} judged by the document that the file names`],
      [
        counts.nearly,
        `${counted(counts.nearly, 'text')} found only nearly, which ${plural(counts.nearly, 'counts', 'count')} nowhere`,
      ],
      [
        counts.ambiguous,
        `${counted(counts.ambiguous, 'text')} too short or in more than three places, which ${plural(counts.ambiguous, 'counts', 'count')} nowhere`,
      ],
      [
        counts.answers,
        `${counted(counts.answers, 'answer')} that ${plural(counts.answers, 'stands', 'stand')} in no document`,
      ],
      [counts.missing, `${counted(counts.missing, 'text')} not found`],
      [
        counts.unknownSources.length,
        `${counted(counts.unknownSources.length, 'document')} named that ${plural(counts.unknownSources.length, 'is', 'are')} not here`,
      ],
      [counts.without, `${counted(counts.without, 'question')} without a passage`],
    ] as const
  ).flatMap(([number, text]) => (number > 0 ? [text] : []));
