/**
 * Reads a Parquet corpus as readers of formats do, block by block, in a process of its own, and keeps nothing of it.
 *
 *     parquet.js <file>
 */
import { openAsBlob } from 'node:fs';
import { blobSource } from '../../src/adapters/files/byte-source';
import { RowFile } from '../../src/adapters/files/row-file';
import { Meter } from '../../src/adapters/files/text';
import { ProblemLog } from '../../src/domain/dataset/problem';
import { recordsOf } from '../../src/domain/dataset/readers/json-records';
import { peakMegabytes } from './peak-memory';

const path = process.argv[2]!;
const began = performance.now();
const source = blobSource(path, await openAsBlob(path));
const file = await RowFile.open(source, new Meter(Infinity, () => {}), Infinity);
let rows = 0;
for await (const records of recordsOf(file, ['text'], new ProblemLog(), () => {}))
  for (const { record } of records) if (record['text'] !== '') rows++;
console.log(
  JSON.stringify({ rows, bytes: file.bytes, milliseconds: performance.now() - began, megabytes: peakMegabytes() }),
);
