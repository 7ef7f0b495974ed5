import { provided } from '../shared/context';
import { reportOf } from './report-of';
import { HitrateError } from '../../contract/errors';
import type { ResultRecord } from '../../contract/result';
import type { CollectionRecord } from '../../contract/storage';
import { articleCsv, perQuestionCsv, resultsCsv } from '../../domain/report/results-csv';
import { latex, markdown } from '../../domain/report/comparison-table';
import type { Report } from '../../domain/report/report';
import { resultsJson } from '../../domain/report/results-json';
import { trecQrels, trecRun, UnwritableId } from '../../domain/report/trec';
import { chunkerName } from '../../domain/chunk/chunker-spec';
import { judgmentsOf } from '../../domain/run/judgments';
import { experimentFile } from '../../domain/experiment/experiment-file';
import type { Comparison } from '../../domain/statistics/types';
import { rankedBy } from '../../workbench/inspect/truth';
import type { WorkbenchPart } from '../../workbench/workbench';
import { download, fileName, fileNames, textFile } from '../shared/files';
import { trecNotes } from '../shared/messages/trec-notes';
import { counted } from '../shared/format';
import { comparedMeasures, type Cutoff, shownMeasures } from './columns';
import type { ComparisonState } from './comparison.svelte';
import { Task, type TaskContext } from '../shared/task.svelte';

const EXPORTS = {
  experiment: { label: 'Experiment', title: 'What was run, to be opened and run again: the same digits' },
  csv: { label: 'CSV', title: 'A row for each system and k, with means and times' },
  'questions-csv': { label: 'CSV by question', title: 'A row for each question and system, with every measure' },
  json: { label: 'JSON', title: 'Means, values of every question, comparisons of all systems, times and manifest' },
  latex: { label: 'LaTeX', title: 'Measures at the chosen k, for booktabs, with marks of significance' },
  markdown: { label: 'Markdown', title: 'Measures at the chosen k, with marks of significance' },
  runs: { label: 'TREC runs', title: 'The whole list of every system: qid Q0 docno rank score tag' },
  qrels: { label: 'TREC qrels', title: 'The judgments: qid 0 docno rel' },
  'article-csv': {
    label: 'Article CSV',
    title: 'With the columns of the article: retrievers, hit_rate, mrr, cost_time',
  },
};
type ExportId = keyof typeof EXPORTS;

export function exportsOf({ spec }: ResultRecord) {
  const fits = spec.ks.every((k) => [`HitRate@${k}`, `MRR@${k}`].every((text) => spec.measures.includes(text)));
  const all = (Object.keys(EXPORTS) as ExportId[]).map((id) => ({ id, ...EXPORTS[id] }));
  return fits ? all : all.filter(({ id }) => id !== 'article-csv');
}

const TYPES: Readonly<Record<string, string>> = {
  json: 'application/json',
  csv: 'text/csv',
  tex: 'application/x-tex',
  md: 'text/markdown',
};

interface Exported {
  readonly suffix: string;
  readonly content: Blob;
  readonly notes: readonly string[];
}

interface NamedText {
  readonly name: string;
  readonly text: string;
}

export class ExportingState {
  notes = $state.raw<readonly string[]>([]);
  readonly writing: Task<string>;

  constructor(
    private readonly workbench: WorkbenchPart<{ inspect: 'rankings' | 'truth'; questions: 'read' }>,
    private readonly comparing: Pick<ComparisonState, 'make'>,
    signal: AbortSignal,
    private readonly deliver: (name: string, content: Blob) => void = download,
  ) {
    this.writing = new Task(signal);
  }

  get busy(): string | null {
    return this.writing.busy ? (this.writing.progress ?? 'Writing the file…') : null;
  }

  async save(kind: ExportId, collection: CollectionRecord, result: ResultRecord, cutoff: Cutoff): Promise<void> {
    this.notes = [];
    await this.writing.run(
      (context) => this.#export(kind, result, cutoff, context).catch(refuse),
      ({ suffix, content, notes }) => {
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
    // Systems are compared by nothing where there is nothing to compare.
    const all = result.systems.length > 1 ? comparedMeasures(result) : [];
    const compared = (texts: readonly string[]): Promise<Report> => this.#compared(report, result, texts, context);
    const shown = (): Promise<Report> => compared(all.filter((text) => measures.includes(text)));
    const exports: Readonly<Record<ExportId, () => Exported | Promise<Exported>>> = {
      experiment: () => written('experiment.json', experimentFile(result.spec)),
      csv: () => written('results.csv', resultsCsv(report)),
      'questions-csv': () => written('questions.csv', perQuestionCsv(report)),
      json: async () => written('results.json', resultsJson(await compared(all))),
      latex: async () => written('table.tex', latex(await shown(), measures)),
      markdown: async () => written('table.md', markdown(await shown(), measures)),
      runs: () => this.#runs(result, context),
      qrels: () => this.#qrels(result),
      'article-csv': () => written('article.csv', articleCsv(report)),
    };
    return exports[kind]();
  }

  async #compared(
    report: Report,
    result: ResultRecord,
    measures: readonly string[],
    { signal, progress }: TaskContext<string>,
  ): Promise<Report> {
    const comparisons: Comparison[] = [];
    for (const measure of measures) {
      progress(`Comparing systems: ${comparisons.length + 1} of ${counted(measures.length, 'measure')}`);
      comparisons.push(await this.comparing.make(result, measure, signal));
    }
    return { ...report, comparisons };
  }

  async #runs(result: ResultRecord, { progress }: TaskContext<string>): Promise<Exported> {
    const files: NamedText[] = [];
    const gone: string[] = [];
    const notes: string[] = [];
    for (const { id: system } of result.systems) {
      progress(`Loading lists: ${system}`);
      const run = await this.workbench.inspect.rankings(result, system);
      if (!run) {
        gone.push(system);
        continue;
      }
      files.push({ name: system, text: trecRun(run, system) });
      notes.push(...trecNotes(system, run, result.queries.length));
    }
    if (gone.length > 0)
      notes.push(`The lists of ${gone.join(', ')} are no longer stored. Start a new run to export them.`);
    if (files.length === 0) throw new HitrateError('lists-missing', notes.join(' '));
    return bundled(files, 'run', 'runs', notes);
  }

  /** One file for each chunking: its judgments are of the passages of those runs. */
  async #qrels(result: ResultRecord): Promise<Exported> {
    const { requirements = [] } = await this.workbench.questions.read(result.collection);
    const needy = requirements.length > 0 && result.systems.every(({ id }) => !rankedBy(result, id));
    const notes = needy
      ? [
          `${counted(requirements.length, 'question')} need several things: a TREC file holds the documents, and not which of them belong together.`,
        ]
      : [];
    const files: NamedText[] = [];
    let hasFractions = false;
    for (const { id } of result.systems) {
      const name = chunkerName(rankedBy(result, id) ?? { kind: 'whole' });
      if (files.some((file) => file.name === name)) continue;
      const { qrels } = await this.workbench.inspect.truth(result, id);
      const judgments = judgmentsOf(qrels);
      files.push({ name, text: trecQrels(judgments) });
      hasFractions ||= judgments.some(({ grade }) => !Number.isInteger(grade));
    }
    if (hasFractions) notes.push('Some grades have fractions, which trec_eval cuts off: it reads whole numbers alone.');
    if (files.length === 1) return written('qrels.txt', files[0]!.text, notes);
    return bundled(files, 'qrels.txt', 'qrels', notes);
  }
}

export const getExporting = provided(ExportingState);

/** An id that a format cannot hold is no bug. */
function refuse(error: unknown): never {
  throw error instanceof UnwritableId ? new HitrateError('id-unwritable', { kind: error.kind, id: error.id }) : error;
}

const written = (suffix: string, text: string, notes: readonly string[] = []): Exported => {
  const content = textFile(text, TYPES[suffix.split('.').at(-1)!] ?? 'text/plain');
  return { suffix, content, notes };
};

async function bundled(
  files: readonly NamedText[],
  extension: string,
  archive: string,
  notes: readonly string[],
): Promise<Exported> {
  const all = files.map(({ name }) => name);
  const names = fileNames(all, extension);
  if (files.length === 1) return written(names[0]!, files[0]!.text, notes);
  const { zipOf } = await import('../shared/archive');
  return {
    suffix: `${archive}.zip`,
    content: await zipOf(files.map(({ text }, i) => ({ name: names[i]!, text }))),
    notes,
  };
}
