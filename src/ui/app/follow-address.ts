import { RUNNING, runInAddress } from '../shared/navigation/address';
import type { CollectionRecord } from '../../contract/storage';
import type { OpenCollection } from './open-collection.svelte';
import type { Surroundings } from './collections.svelte';

interface Addressed extends Pick<Surroundings, 'navigation' | 'collections' | 'running' | 'page' | 'preferences'> {
  readonly current: OpenCollection | null;
  waiting: string | null;
  open(id: string): Promise<void>;
  openNow(id: string): Promise<void>;
}

/** Opens what the address names. Where that does not exist it says so, and opens the nearest that does. */
export async function followAddress(app: Addressed): Promise<void> {
  const { navigation } = app;
  if (navigation.unknown) {
    report(app, 'This address does not exist in Hitrate.');
    return nearest(app);
  }
  const { collection } = navigation.address;
  if (collection === null) return;
  if (collection !== app.current?.id) {
    if (!app.collections.records.some(({ id }) => id === collection)) {
      // Once that is known the address is followed again.
      if (!app.collections.known) return;
      report(app, 'The collection in this address is not in this browser: it was deleted, or is in another browser.');
      return nearest(app);
    }
    if (app.current?.unsaved) {
      app.waiting = collection;
      navigation.go({ collection: app.current.id }, 'replace');
      return;
    }
    await app.openNow(collection);
  }
  // Another address may have been opened while the collection was read.
  if (navigation.address.collection === collection) await followRun(app);
}

/** Shows the run of the address; where it names none, that of the newest is written there, so that a reload finds it. */
async function followRun({ navigation, collections, current, running, page }: Addressed): Promise<void> {
  const { run, screen } = navigation.address;
  if (!current || (screen !== 'findings' && screen !== 'questions')) return;
  const { results, record } = current;
  if (run === RUNNING && running.busy && running.collection?.id === current.id) {
    results.following = true;
    return;
  }
  results.following = false;
  // The bundled collection comes with a result.
  if (results.all?.length === 0 && record.origin === 'sample' && !record.documents) {
    await collections.addSample('openSample');
    await results.refresh();
  }
  const named = results.find(run === RUNNING ? null : run);
  const header = named ?? results.find(null);
  if (run !== null && run !== RUNNING && !named && results.all !== null) {
    const instead = header ? 'The newest run is shown instead.' : 'This collection has no run yet.';
    page.notice = { expected: true, message: `The run in this address is not in this browser. ${instead}` };
  }
  if (!header) return;
  const { part, view } = navigation.address;
  navigation.go({ run: runInAddress(header.key), part, view }, 'replace');
  await results.choose(header);
}

function report({ page }: Addressed, what: string): void {
  page.notice = { expected: true, message: `${what} The nearest that exists is shown instead.` };
}

async function nearest(app: Addressed): Promise<void> {
  const { collections, current, navigation, preferences } = app;
  const last = preferences.read('collection');
  const { collection } = navigation.address;
  const byId = (wanted: unknown): CollectionRecord | undefined => collections.records.find(({ id }) => id === wanted);
  const next = byId(collection) ?? current?.record ?? byId(last) ?? collections.records[0];
  if (!next) navigation.go({ collection: null }, 'replace');
  else {
    navigation.go({ collection: next.id, run: null, screen: 'data' }, 'replace');
    await app.open(next.id);
  }
}
