import { createDocuments } from '../src/adapters/documents/documents';
import { readDocuments } from '../src/adapters/files/documents/read';
import { timedParser, type FileParserApi } from '../src/adapters/files/documents/timed-parser';
import { workerPort } from '../src/adapters/rpc/client';
import { serve } from '../src/adapters/rpc/parts';
import { openDatabase } from '../src/adapters/storage/schema';

const worker = workerPort<FileParserApi>(
  'document',
  () => new Worker(new URL('./parser.ts', import.meta.url), { type: 'module' }),
);
const parser = timedParser(worker);

serve(
  createDocuments(
    () => openDatabase(),
    (input, progress, stop) => readDocuments(input, progress, { parser, stop }).finally(() => worker.release()),
  ),
);
