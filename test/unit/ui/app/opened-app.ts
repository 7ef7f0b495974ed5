import { createWorkbench } from '../../../../src/workbench/workbench';
import { AppState } from '../../../../src/ui/app/app-state.svelte';
import { followAddress } from '../../../../src/ui/app/follow-address';
import type { Preferences } from '../../../../src/ui/shared/preferences';
import { keep, madeUp, openWorkshop, type Workshop } from '../../workbench/workshop';
import { MemoryAddressBar } from '../address-bar';

/** What a browser keeps of the page while it is closed: two collections, of which the first was open last. */
export async function keptCollections() {
  const workshop = await openWorkshop();
  const ids: string[] = [];
  for (const name of ['Tea', 'Rain']) ids.push((await keep(workshop, madeUp(20, 4), name)).id);
  const [tea, rain] = ids as [string, string];
  return { workshop, tea, rain, preferences: new Map<string, unknown>([['collection', tea]]) };
}

/** A page at an address before it starts. */
export function newPage(workshop: Workshop, kept: Map<string, unknown>, address = '') {
  const preferences: Preferences = { read: (key) => kept.get(key), write: (key, value) => void kept.set(key, value) };
  const bar = new MemoryAddressBar(address);
  const app = new AppState(createWorkbench(workshop.ports), preferences, bar);
  app.navigation.onChange(() => void followAddress(app));
  return { app, bar };
}

/** Opens the page at an address, as the browser does. */
export async function openPage(...input: Parameters<typeof newPage>) {
  const { app, bar } = newPage(...input);
  await Promise.all([app.start(), app.models.refresh()]);
  return { app, bar };
}
