import { problem } from '../problem';
import { parseGrade } from '../readers/grade';
import { ranxKind, ranxPlace, readRanx } from '../readers/ranx-json';
import type { JudgmentFormat } from './format';

/** The judgments of ranx (https://github.com/AmenRa/ranx): `{question: {document: grade}}` as JSON. */
export const ranxQrels: JudgmentFormat = {
  idIsText: false,
  recognises: async (file) => ranxKind(await file.head(), file.path) === 'judgments',

  async read(file, builder, log) {
    const isWhole = await readRanx(file, log, {
      question: () => {},
      value(question, doc, _value, written, line) {
        const place = ranxPlace(file.path, question, doc, line);
        const grade = parseGrade(written);
        if (grade !== null) return builder.addJudgment(question, doc, grade, place);
        log.add(problem('bad-grade', place, written));
        builder.lost('judgment');
      },
    });
    if (!isWhole) builder.lost('judgment');
  },
};
