import type { Workbench } from '../../workbench/workbench';
import type { RunningState } from '../evaluate/running.svelte';
import type { ModelsState } from '../models/models.svelte';
import type { ComparisonState } from '../results/comparison.svelte';
import type { Navigation } from '../shared/navigation/navigation.svelte';
import type { Page } from '../shared/page.svelte';
import type { Preferences } from '../shared/preferences';
import type { CollectionsState } from './collections.svelte';

export interface Surroundings {
  readonly workbench: Workbench;
  readonly preferences: Preferences;
  readonly page: Page;
  readonly navigation: Navigation;
  readonly collections: CollectionsState;
  readonly models: ModelsState;
  readonly running: RunningState;
  readonly comparison: ComparisonState;
}
