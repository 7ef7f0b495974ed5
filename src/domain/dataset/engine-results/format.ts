import type { ProblemLog } from '../problem';
import type { SourceText } from '../source';
import type { EngineResults } from './engine-list';
import { ListLog, type Members } from './list-log';
import { begunRecords, type EngineRecord, resultRecords } from './result-records';
import type { TimeSource } from './result-report';

export interface ResultFormat {
  recognises(file: SourceText): Promise<boolean>;
  /** Problems are in the log. @throws {SourceFailure} as the source does */
  read(file: SourceText, log: ProblemLog): Promise<Omit<EngineResults, 'format'>>;
}

interface JsonResponses {
  readonly time: TimeSource;
  /** Fields that a response has, for messages. */
  readonly fields: readonly string[];
  /** Whether an object, which may be cut, is a response of this format. */
  isResponse(body: Members): boolean;
  read(record: EngineRecord, into: ListLog): void;
}

/** A format whose files are responses as JSON, one, a list, or one a line; each may stand in an object beside its question. */
export const jsonResponses = ({ time, fields, isResponse, read }: JsonResponses): ResultFormat => ({
  recognises: async (file) => {
    const head = await file.head();
    return /^\s*[[{]/.test(head) && begunRecords(head).slice(0, 2).some(isResponse);
  },

  async read(file, log) {
    const into = new ListLog(file.path, log);
    const refuse: Parameters<typeof resultRecords>[3] = (place, got) => into.refuse(place, { fields }, got);
    for await (const record of resultRecords(file, fields, log, refuse))
      if (isResponse(record.body)) read(record, into);
      else into.refuse(into.placeOf(record.at, record.line), { fields }, record.body);
    return { file: file.path, time, lists: into.lists, ratings: into.ratings };
  },
});
