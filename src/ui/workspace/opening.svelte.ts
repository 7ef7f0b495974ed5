import { provided } from '../shared/context';
import type { CollectionRecord } from '../../contract/storage';
import type { ImportProgress, SourceFile } from '../../contract/workers';
import type { WorkspaceReport } from '../../contract/workspace';
import type { WorkbenchPart } from '../../workbench/workbench';
import { Intake, type IntakePhase } from '../shared/intake.svelte';
import type { Preferences } from '../shared/preferences';
import { putSettings } from './collection-settings';

export class OpeningState extends Intake<WorkspaceReport, ImportProgress> {
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

  read(file: SourceFile): Promise<void> {
    return this.begin(
      (context) => this.workbench.workspaces.read(file, context),
      (report) => (this.found = report),
    );
  }

  async keep(): Promise<void> {
    await this.store(
      (_, { signal }) => this.workbench.workspaces.open(signal),
      ({ record, settings }) => {
        // Before the collection is opened, which reads them.
        putSettings(this.preferences, record.id, settings);
        this.onOpened(record);
      },
    );
  }

  override discard(): void {
    super.discard();
    this.workbench.workspaces.discard();
  }
}

export const getOpening = provided(OpeningState);
