import type { Template } from '../../domain/experiment/templates';
import type { CollectionsState } from './collections.svelte';
import type { SettingsState } from '../settings/settings.svelte';

/** What of the app it takes. */
export interface Surroundings {
  readonly collections: CollectionsState;
  readonly settings: SettingsState;
  open(id: string): Promise<void>;
  show(tab: 'evaluate'): void;
  evaluate(): void;
}

/** Opens the bundled documents, sets a template that was made for them, and evaluates. */
export async function runOnSample(app: Surroundings, template: Template): Promise<void> {
  const { id, counts, summary } = await app.collections.documentsSample();
  await app.open(id);
  // Another collection stays open while changes of it wait for the person.
  if (app.collections.selected?.id !== id) return;
  app.settings.useTemplate(template, { docs: counts.docs, languages: summary.languages });
  app.show('evaluate');
  app.evaluate();
}
