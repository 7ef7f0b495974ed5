import { createContext } from 'svelte';
import type { CollectionRecord } from '../../contract/storage';
import type { SourceFile } from '../../contract/workers';
import type { ReadingProgress, WorkspaceReport } from '../../contract/workspace';
import type { WorkbenchPart } from '../../workbench/workbench';
import { Intake, type IntakePhase } from '../shared/task.svelte';
import type { Preferences } from '../shared/preferences';
import { putSettings } from './collection-settings';

export class OpeningState extends Intake<WorkspaceReport, ReadingProgress> {
  constructor(
    private readonly workbench: WorkbenchPart<{ workspaces: 'read' | 'open' | 'discard' }>,
    private readonly preferences: Preferences,
    private readonly onOpened: (record: CollectionRecord) => void,
  ) {
    super();
  }

  override get phase(): IntakePhase {
    return super.phase === 'preview' && !this.ready ? 'failed' : super.phase;
  }
  get ready(): boolean {
    return this.found?.holds != null;
  }
  get damaged(): boolean {
    return (this.found?.problems.length ?? 0) > 0;
  }

  async read(file: SourceFile): Promise<void> {
    if (this.reading.busy || this.keeping.busy) return;
    this.discard();
    await this.reading.run(
      (context) => this.workbench.workspaces.read(file, context),
      (report) => (this.found = report),
    );
  }

  async keep(): Promise<void> {
    if (!this.ready) return;
    const opened = await this.keeping.run(({ signal }) => this.workbench.workspaces.open(signal));
    if (!opened) return;
    this.discard();
    // Before the collection is opened, which reads them.
    putSettings(this.preferences, opened.record.id, opened.settings);
    this.onOpened(opened.record);
  }

  override discard(): void {
    super.discard();
    this.workbench.workspaces.discard();
  }
}

export const [getOpening, setOpening] = createContext<OpeningState>();
