import { objectsIn } from '../engine-results/result-records';
import { isMembers, kindOf, memberOf, type Members } from '../readers/json-records';
import { pathTo } from '../readers/paths';
import { problem, type ProblemLog, type ProblemPlace } from '../problem';
import type { SourceText } from '../source';

const BULK_ACTIONS = ['index', 'create', 'update', 'delete'];

/** A record of a log of millions: its fields are not copied. */
export interface ClickRecord {
  readonly fields: Pick<ReadonlyMap<string, unknown>, 'get' | 'has'>;
  place(field?: string): ProblemPlace;
}

class LoggedObject implements ClickRecord {
  constructor(
    private readonly members: Members,
    private readonly file: string,
    private readonly line: number | undefined,
    private readonly at: string,
  ) {}

  get fields(): this {
    return this;
  }

  get(name: string): unknown {
    return this.members[name];
  }

  has(name: string): boolean {
    return this.members[name] !== undefined;
  }

  place(field = ''): ProblemPlace {
    const { file, line, at } = this;
    const path = pathTo(at, field);
    return { file, ...(line !== undefined && { line }), ...(path !== '' && { field: path }) };
  }
}

/** As JSON Lines or JSON, also as OpenSearch exports them. @throws {SourceFailure} as the source does */
export async function* clickRecords(
  file: SourceText,
  wanted: readonly string[],
  log: ProblemLog,
): AsyncGenerator<readonly ClickRecord[]> {
  for await (const objects of objectsIn(file, wanted, log, true)) {
    const records: LoggedObject[] = [];
    const add = (value: unknown, line: number | undefined, at: string): void => {
      if (!isMembers(value)) {
        log.add(problem('wrong-shape', { file: file.path, field: at }, { fields: wanted }, kindOf(value)));
        return;
      }
      const [path, inner] = value['_source']
        ? ['_source', value['_source']]
        : ['ext.ubi', memberOf(value['ext'], 'ubi')];
      const isAction = BULK_ACTIONS.some((action) => action in value) && Object.keys(value).length === 1;
      if (isMembers(inner)) records.push(new LoggedObject(inner, file.path, line, pathTo(at, path)));
      else if (!isAction) records.push(new LoggedObject(value, file.path, line, at));
    };
    for (const { value, at, line } of objects) {
      const hits = memberOf(value, 'hits', 'hits');
      if (Array.isArray(hits)) hits.forEach((hit: unknown, i) => add(hit, line, pathTo(at, `hits.hits[${i}]`)));
      else add(value, line, at);
    }
    yield records;
  }
}
