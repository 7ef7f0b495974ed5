import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { DumpedDatabase } from './clone-json';

const FOLDER = join(import.meta.dirname, '../fixtures/stored');

/** Versions of the database of documents that there is a dump of, as `v4`. */
export const DUMPS: readonly string[] = readdirSync(FOLDER).filter((name) => /^v\d+$/.test(name));

export const dumpOf = (version: string): DumpedDatabase[] =>
  JSON.parse(gunzipSync(readFileSync(join(FOLDER, version, 'databases.json.gz'))).toString('utf8')) as DumpedDatabase[];

/** A file as that version exported it. */
export const exportedFile = (version: string, name: 'experiment.json' | 'results.json' | 'model.json'): string =>
  readFileSync(join(FOLDER, version, name), 'utf8');

/** Only dumps from version 5 on have a workspace. */
export const savedWorkspace = (version: string): Buffer => readFileSync(join(FOLDER, version, 'workspace.hitrate'));

/** Records of a store, as they are encoded. */
export const recordsOf = (databases: readonly DumpedDatabase[], store: string): readonly unknown[] =>
  databases.flatMap(({ stores }) => stores.filter(({ name }) => name === store).flatMap(({ records }) => records));
