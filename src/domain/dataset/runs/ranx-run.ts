import { RunBuilder } from '../../run/pack-run';
import { problem } from '../problem';
import { ranxKind, ranxPlace, readRanx } from '../readers/ranx-json';
import type { RunFormat } from './format';

/** The runs of ranx (https://github.com/AmenRa/ranx): `{question: {document: score}}` as JSON. */
export const ranxRun: RunFormat = {
  recognises: async (file) => ranxKind(await file.head(), file.path) === 'run',

  async read(file, log) {
    const run = new RunBuilder();
    const isWhole = await readRanx(file, log, {
      question: (id) => void run.query(id),
      value(question, doc, score, written, line) {
        if (Number.isFinite(score)) run.add(run.query(question), run.doc(doc), score, line);
        else log.add(problem('bad-score', ranxPlace(file.path, question, doc, line), written));
      },
    });
    // A document that is there twice is a repeated key, which the reader has refused.
    const packed = run.finish(() => undefined);
    if (isWhole && packed.queries.length === 0) log.add(problem('empty-file', { file: file.path }));
    return { file: file.path, tag: null, run: packed };
  },
};
