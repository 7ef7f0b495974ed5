import { createContext } from 'svelte';
import { reportOf } from './report-of';
import { HitrateError } from '../../contract/errors';
import type { ResultRecord } from '../../contract/result';
import type { CollectionRecord } from '../../contract/storage';
import { articleCsv } from '../../domain/report/article-csv';
import { latex } from '../../domain/report/latex';
import { markdown } from '../../domain/report/markdown';
import { perQuestionCsv } from '../../domain/report/per-question-csv';
import type { Report } from '../../domain/report/report';
import { resultsCsv } from '../../domain/report/results-csv';
import { resultsJson } from '../../domain/report/results-json';
import { trecQrels } from '../../domain/report/trec-qrels';
import { trecRun } from '../../domain/report/trec-run';
import { UnwritableId } from '../../domain/report/white-space';
import { chunkerName } from '../../domain/chunk/chunk-name';
import { judgmentsOf } from '../../domain/run/judgments';
import { experimentFile } from '../../domain/experiment/experiment-file';
import type { Comparison } from '../../domain/statistics/types';
import { rankedBy } from '../../engine/inspect/truth';
import type { WorkbenchPart } from '../../engine/workbench';
import { download, fileName, fileNames, textFile } from '../shared/download';
import { counted } from '../shared/format';
import { exportedComparisons, type ExportId } from './export-kinds';
import { shownMeasures } from './marks';
import type { Cutoff } from './table';
import type { ComparisonState } from './comparison.svelte';
import { Task, type TaskContext } from '../shared/task.svelte';

/** A file, and what is to be known of it. */
interface Exported {
  readonly suffix: string;
  readonly content: Blob;
  readonly notes?: readonly string[];
}

type Comparing = Pick<ComparisonState, 'make'>;
type ExportSource = WorkbenchPart<{ inspect: 'rankings' | 'truth'; questions: 'read' }>;

/** Writes results to files. One at a time: comparisons take seconds, and runs are read from the disk. */
export class ExportingState {
  /** What is to be known of the last file. */
  notes = $state.raw<readonly string[]>([]);
  readonly writing: Task<string>;

  constructor(
    private readonly workbench: ExportSource,
    private readonly comparing: Comparing,
    signal: AbortSignal,
    private readonly deliver: (name: string, content: Blob) => void = download,
  ) {
    this.writing = new Task(signal);
  }

  /** What is being done; null while nothing is. */
  get busy(): string | null {
    return this.writing.busy ? (this.writing.progress ?? 'Writing the file…') : null;
  }

  async save(kind: ExportId, collection: CollectionRecord, result: ResultRecord, cutoff: Cutoff): Promise<void> {
    this.notes = [];
    await this.writing.run(
      (context) => this.#export(kind, result, cutoff, context).catch(refuse),
      ({ suffix, content, notes = [] }) => {
        this.deliver(fileName(collection.name, suffix), content);
        this.notes = notes;
      },
    );
  }

  cancel(): void {
    this.writing.drop();
    this.notes = [];
  }

  async #export(kind: ExportId, result: ResultRecord, cutoff: Cutoff, context: TaskContext<string>): Promise<Exported> {
    const report = reportOf(result);
    const measures = shownMeasures(result, cutoff);
    const compared = async (texts: readonly string[]): Promise<Report> => ({
      ...report,
      comparisons: await this.#compare(result, texts, context),
    });
    const shown = exportedComparisons(result).filter((text) => measures.includes(text));
    switch (kind) {
      case 'experiment':
        return { suffix: 'experiment.json', content: textFile(experimentFile(result.spec), 'application/json') };
      case 'csv':
        return { suffix: 'results.csv', content: textFile(resultsCsv(report), 'text/csv') };
      case 'questions-csv':
        return { suffix: 'questions.csv', content: textFile(perQuestionCsv(report), 'text/csv') };
      case 'article-csv':
        return { suffix: 'article.csv', content: textFile(articleCsv(report), 'text/csv') };
      case 'json': {
        const text = resultsJson(await compared(exportedComparisons(result)));
        return { suffix: 'results.json', content: textFile(text, 'application/json') };
      }
      case 'latex':
        return { suffix: 'table.tex', content: textFile(latex(await compared(shown), measures), 'application/x-tex') };
      case 'markdown':
        return { suffix: 'table.md', content: textFile(markdown(await compared(shown), measures), 'text/markdown') };
      case 'runs':
        return this.#runs(result, context);
      case 'qrels':
        return this.#qrels(result);
    }
  }

  async #compare(
    result: ResultRecord,
    measures: readonly string[],
    { signal, progress }: TaskContext<string>,
  ): Promise<Comparison[]> {
    const made: Comparison[] = [];
    for (const measure of measures) {
      progress(`Comparing systems: ${made.length + 1} of ${counted(measures.length, 'measure')}`);
      made.push(await this.comparing.make(result, measure, signal));
    }
    return made;
  }

  async #runs(result: ResultRecord, { progress }: TaskContext<string>): Promise<Exported> {
    const files: { system: string; text: string }[] = [];
    const gone: string[] = [];
    const notes: string[] = [];
    for (const { id: system, answered } of result.systems) {
      progress(`Reading lists: ${system}`);
      const run = await this.workbench.inspect.rankings(result, system);
      if (!run) {
        gone.push(system);
        continue;
      }
      const { text, reorderedBySinglePrecision: reordered } = trecRun(run, system);
      files.push({ system, text });
      const missing = result.queries.length - answered;
      if (missing > 0)
        notes.push(
          `${system}: ${counted(missing, 'question')} without results, which have no line; trec_eval counts them with -c.`,
        );
      if (reordered > 0)
        notes.push(
          `${system}: in ${counted(reordered, 'question')} scores differ by less than single precision tells; ` +
            'trec_eval before version 10 orders them by id.',
        );
    }
    if (gone.length > 0)
      notes.push(`The lists of ${gone.join(', ')} are no longer there. Evaluate again to have them.`);
    const [only] = files;
    if (!only) throw new HitrateError('lists-missing', notes.join(' '));
    if (files.length === 1)
      return { suffix: `${fileNames([only.system], 'run')[0]!}`, content: textFile(only.text, 'text/plain'), notes };
    const names = fileNames(
      files.map(({ system }) => system),
      'run',
    );
    const { zipOf } = await import('../shared/archive');
    return { suffix: 'runs.zip', content: await zipOf(files.map(({ text }, i) => ({ name: names[i]!, text }))), notes };
  }

  /** One file for each way in which documents were cut: its judgments are of the passages of those runs. */
  async #qrels(result: ResultRecord): Promise<Exported> {
    const { requirements = [] } = await this.workbench.questions.read(result.collection);
    const needy = requirements.length > 0 && result.systems.every(({ id }) => !rankedBy(result, id));
    const notes = needy
      ? [
          `${counted(requirements.length, 'question')} need several things: a TREC file holds the documents, and not which of them belong together.`,
        ]
      : [];
    const ranked = result.systems.map(({ id }) => ({
      system: id,
      name: chunkerName(rankedBy(result, id) ?? { kind: 'whole' }),
    }));
    const files: { name: string; text: string }[] = [];
    for (const { system, name } of ranked) {
      if (files.some((file) => file.name === name)) continue;
      const { qrels } = await this.workbench.inspect.truth(result, system);
      files.push({ name, text: trecQrels(judgmentsOf(qrels)) });
    }
    const [only] = files;
    if (files.length === 1) return { suffix: 'qrels.txt', content: textFile(only!.text, 'text/plain'), notes };
    const names = fileNames(
      files.map(({ name }) => name),
      'qrels.txt',
    );
    const { zipOf } = await import('../shared/archive');
    return {
      suffix: 'qrels.zip',
      content: await zipOf(files.map(({ text }, i) => ({ name: names[i]!, text }))),
      notes,
    };
  }
}

export const [getExporting, setExporting] = createContext<ExportingState>();

/** An id that a format cannot hold is no bug. */
function refuse(error: unknown): never {
  throw error instanceof UnwritableId ? new HitrateError('id-unwritable', error.message) : error;
}
