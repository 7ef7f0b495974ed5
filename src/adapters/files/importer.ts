import type { ImporterApi } from '../../contract/workers';
import { workerPort } from '../rpc/client';
import { readDocuments } from './documents/read';
import { timedParser, type FileParserApi } from './documents/timed-parser';
import { readCollection } from './read';

/** @param spawn starts a worker that parses documents, of which each file may use up one */
export function createImporter(spawn: () => Worker): ImporterApi {
  const worker = workerPort<FileParserApi>('document', spawn);
  const parser = timedParser(worker);
  let stop = new AbortController();
  return {
    read: (input, progress) => readCollection(input, progress),
    readDocuments(input, progress) {
      stop = new AbortController();
      return readDocuments(input, progress, { parser, stop: stop.signal }).finally(() => worker.release());
    },
    stopReading() {
      stop.abort();
      return Promise.resolve();
    },
  };
}
