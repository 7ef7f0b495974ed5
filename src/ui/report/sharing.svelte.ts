import type { ResultRecord } from '../../contract/result';
import type { SharedFindings } from '../findings/findings-view';
import { download, fileName, textFile } from '../shared/files';
import { Task } from '../shared/task.svelte';
import { layOut } from './report-style';
import {
  knownParts,
  type ReportBench,
  type Reported,
  reportFile,
  type ReportOptions,
  reportParts,
} from './report-file';
import { reportBody } from './report-page';

export class ReportSharing {
  readonly making: Task;
  #printed: { readonly of: readonly unknown[]; readonly body: string } | null = null;
  #takeAway: (() => void) | null = null;

  constructor(
    private readonly workbench: ReportBench,
    signal?: AbortSignal,
    private readonly deliver: (name: string, content: Blob) => void = download,
  ) {
    this.making = new Task(signal);
  }

  /** @returns whether it was saved */
  async save(findings: SharedFindings, withTexts: boolean): Promise<boolean> {
    const saved = await this.making.run(
      ({ signal }) => reportFile(this.workbench, ...asked(findings, { withTexts, signal })),
      (page) => this.deliver(fileName(findings.collection.name, 'report.html'), textFile(page!, 'text/html')),
    );
    return saved !== undefined;
  }

  async print(findings: SharedFindings, withTexts: boolean, print: () => void): Promise<void> {
    let wanted: AbortSignal | undefined;
    const parts = await this.making.run(({ signal }) => {
      wanted = signal;
      return reportParts(this.workbench, ...asked(findings, { withTexts, signal }));
    });
    if (wanted?.aborted) return;
    // Where it could not be made, what is known is printed.
    this.#printed = parts ? { of: keyOf(findings), body: reportBody(parts) } : null;
    print();
    this.#printed = null;
  }

  /** Puts on paper what {@link print} made, or what is known already where the browser was asked to print. */
  layOut(findings: SharedFindings): void {
    this.#takeAway?.();
    const { result, collection, verdict, comparison, slices } = findings;
    const known = { verdict, comparison, slices, failures: null, withTexts: false };
    const made = this.#printed && isSame(this.#printed.of, keyOf(findings)) ? this.#printed.body : null;
    this.#takeAway = layOut(made ?? reportBody(knownParts(result, collection, known)));
  }

  takeAway(): void {
    this.#takeAway?.();
    this.#takeAway = null;
  }
}

const asked = (
  { result, collection, verdict, margin }: SharedFindings,
  options: ReportOptions,
): [ResultRecord, Reported, ReportOptions] => [result, collection, { ...options, measure: verdict.measure, margin }];

const keyOf = ({ result, margin, verdict }: SharedFindings): readonly unknown[] => [result, margin, verdict.measure];

const isSame = (a: readonly unknown[], b: readonly unknown[]): boolean => a.every((each, i) => each === b[i]);
