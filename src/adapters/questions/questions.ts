import type { ImportProgress, QuestionsApi, SourceFile } from '../../contract/workers';
import { findResults, readResults } from '../../domain/dataset/engine-results/find-results';
import { fitResults } from '../../domain/dataset/engine-results/fit-results';
import { mapped } from '../../domain/dataset/roles/mapping';
import { mappingOf, withRoles } from '../../domain/dataset/roles/with-roles';
import { problem, ProblemLog, SourceFailure } from '../../domain/dataset/problem';
import type { SourceText } from '../../domain/dataset/source';
import { readJudgeFile } from '../../domain/judging/judge-files';
import { checkQuestions } from '../../domain/questions/checks';
import { generateQuestions } from '../../domain/questions/generate/generate';
import { type GivenQuestion, mergedQuestions, readQuestions } from '../../domain/questions/import-questions';
import { placeQuestions } from '../../domain/questions/place-questions';
import { gather, MAX_BYTES, textSources } from '../files/read';
import { Meter } from '../files/text';

export function createQuestions(): QuestionsApi {
  return {
    async readQuestions({ files, docs, mappings = {} }, progress) {
      const log = new ProblemLog();
      const read = async (text: SourceText): Promise<GivenQuestion[]> => {
        const mapping = mappingOf(text, mappings);
        return readQuestions(mapping ? mapped(text, mapping, log) : text, log);
      };
      const given = (await readEach(files, log, progress, read)).flat();
      if (given.length === 0 && log.problems.length === 0)
        log.add(problem('no-questions', { file: files[0]?.path ?? '' }));
      return (
        refusedBy(log) ?? { ok: true, questions: placeQuestions(mergedQuestions(given), docs), warnings: log.warnings }
      );
    },

    async readJudges({ files, ...collection }, progress) {
      const log = new ProblemLog();
      const read = await readEach(files, log, progress, (text) => readJudgeFile(text, collection, log));
      return refusedBy(log) ?? { ok: true, files: read, warnings: log.warnings };
    },

    async readResults({ files, queries, docs, judged, mappings }, progress) {
      const log = new ProblemLog();
      const found = await findResults(await withRoles(await textsOf(files, log, progress), log, mappings));
      const runs = fitResults(await readResults(found, log), { queries, docs, judged: new Set<string>(judged) }, log);
      return refusedBy(log) ?? { ok: true, runs, warnings: log.warnings };
    },

    async generateQuestions({ docs, options }, progress) {
      const made = generateQuestions(docs, options, (done, total) => progress({ what: 'reading', done, total }));
      const { length } = made.candidates;
      progress({ what: 'checking', done: 0, total: length });
      const candidates = checkQuestions(docs, made.candidates);
      return { ...made, candidates };
    },

    checkQuestions: async ({ docs, candidates }) => checkQuestions(docs, candidates),
  };
}

const refusedBy = ({ problems, more }: ProblemLog) =>
  problems.length > 0 ? ({ ok: false, problems, more } as const) : null;

async function textsOf(
  files: readonly SourceFile[],
  log: ProblemLog,
  progress: (step: ImportProgress) => void,
): Promise<SourceText[]> {
  const meter = new Meter(MAX_BYTES, progress);
  const sources = await gather(files, log, MAX_BYTES);
  meter.start(sources.reduce((sum, { bytes }) => sum + bytes, 0));
  return textSources(sources, () => meter, log, MAX_BYTES);
}

async function readEach<T>(
  files: readonly SourceFile[],
  log: ProblemLog,
  progress: (step: ImportProgress) => void,
  read: (text: SourceText, log: ProblemLog) => Promise<T>,
): Promise<T[]> {
  const texts = await textsOf(files, log, progress);
  const found: T[] = [];
  try {
    for (const text of texts) found.push(await read(text, log));
  } catch (error) {
    if (!(error instanceof SourceFailure)) throw error;
    log.add(error.problem);
  }
  return found;
}
