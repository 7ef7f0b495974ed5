import { RunBuilder } from '../../run/pack-run';
import { problem } from '../problem';
import { ranxKind, ranxPlace, readRanx } from '../readers/ranx-json';
import type { RunFormat } from './format';

/** The runs of ranx (https://github.com/AmenRa/ranx): `{question: {document: score}}` as JSON. */
export const ranxRun: RunFormat = {
  name: 'ranx-run',
  wants: 'ranx runs (JSON of question ids, document ids and scores)',

  async recognises(file) {
    return ranxKind(await file.head(), file.path) === 'run';
  },

  async read(file, log) {
    const run = new RunBuilder();
    const isWhole = await readRanx(file, log, {
      question: (id) => void run.query(id),
      value(question, doc, score, written, line) {
        if (Number.isFinite(score)) run.add(run.query(question), run.doc(doc), score, line);
        else log.add(problem('bad-score', ranxPlace(file.path, question, doc, line), written));
      },
    });
    // A document that stands twice is a key that does, which the reader has refused.
    const packed = run.finish(() => undefined);
    if (isWhole && packed.queries.length === 0) log.add(problem('empty-file', { file: file.path }));
    return { file: file.path, format: 'ranx-run', tag: null, run: packed };
  },
};
