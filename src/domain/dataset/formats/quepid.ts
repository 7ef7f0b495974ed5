import { problem } from '../problem';
import { fieldNames, gradeIn, idIn, readRecords, textIn } from '../readers/records';
import type { JudgmentFormat } from './format';

const FIELDS = ['query', 'docid', 'rating'] as const;

/**
 * The ratings that Quepid exports (https://github.com/o19s/quepid): CSV with `query`, `docid` and `rating`. A query is
 * named by its text. A row without a rating is not judged, which is reported.
 */
export const quepid: JudgmentFormat = {
  idIsText: true,

  async recognises(file) {
    const names = fieldNames(await file.head());
    return FIELDS.every((field) => names.has(field));
  },

  async read(file, builder, log) {
    const onLost = (): void => builder.lost('judgment');
    let unrated = 0;
    for await (const records of readRecords(file, FIELDS, log, onLost))
      for (const record of records) {
        const rating = record.fields.get('rating');
        if (rating == null || (typeof rating === 'string' && rating.trim() === '')) {
          unrated++;
          continue;
        }
        const query = textIn(record, 'query', log);
        const doc = idIn(record, 'docid', log);
        const grade = gradeIn(record, 'rating', log);
        if (query === null || doc === null || grade === null) onLost();
        else builder.addJudgment(builder.queryIdOf(query), doc, grade, record.place());
      }
    if (unrated > 0) log.warn(problem('passed-over', { file: file.path }, 'unrated', unrated));
  },
};
