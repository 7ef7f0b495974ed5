import type { ResultRecord } from '../../contract/result';
import type { SystemSpec } from '../../domain/experiment/parts';
import type { HandedFile } from '../../domain/handover/target';
import type { HandoverDifference } from '../../workbench/inspect/handover-difference';
import type { HandoverRequest } from '../../workbench/inspect/hand-over';
import type { RunProgress } from '../../workbench/kernel/run-types';
import { ZipOfFiles } from '../shared/archive';
import { download, fileName } from '../shared/files';
import { Task } from '../shared/task.svelte';
import { handedFiles, type HandoverBench } from './files';

/** Makes the files of a handover, and measures what the nearest system loses. */
export class HandingOver {
  readonly making: Task<RunProgress>;
  readonly measuring: Task<RunProgress>;

  constructor(
    private readonly workbench: HandoverBench,
    signal?: AbortSignal,
    private readonly deliver: (name: string, content: Blob) => void = download,
  ) {
    this.making = new Task(signal);
    this.measuring = new Task(signal);
  }

  /** @returns whether it was saved */
  async save(
    collection: string,
    result: ResultRecord,
    request: HandoverRequest,
    difference: HandoverDifference | null,
  ): Promise<boolean> {
    const saved = await this.making.run(
      async (context) => {
        const zip = new ZipOfFiles();
        const add = (file: HandedFile): Promise<void> => zip.add(file.path, 'text' in file ? file.text : file.lines());
        await handedFiles(this.workbench, result, request, difference, add, context);
        return zip.close();
      },
      (zip) => this.deliver(fileName(collection, `${request.target}.zip`), zip),
    );
    return saved !== undefined;
  }

  measure(result: ResultRecord, system: string, nearest: SystemSpec): Promise<HandoverDifference | undefined> {
    return this.measuring.run((context) => this.workbench.inspect.handoverDifference(result, system, nearest, context));
  }

  drop(): void {
    this.making.drop();
    this.measuring.drop();
  }
}
