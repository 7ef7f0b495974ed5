import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DictionaryReader } from '../src/adapters/text/japanese';

const folder = join(import.meta.dirname, '../node_modules/@patdx/kuromoji/dict');

/** A file of the Japanese dictionary as the app serves it, from the package. */
export const readDictionaryFile: DictionaryReader = async (name) => new Uint8Array(await readFile(join(folder, name)));
