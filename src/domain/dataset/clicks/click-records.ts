import { jsonOr } from '../../../base/typed-json';
import { isMembers, kindOf, memberOf, type Members, parseJson, recordIn } from '../readers/json-records';
import { problem, type ProblemLog, type ProblemPlace } from '../problem';
import { linesOf, wholeText, type SourceText } from '../source';

const BULK_ACTIONS = ['index', 'create', 'update', 'delete'];

const ANSWER = /^\s*\{[^]*?"hits"\s*:\s*\{[^]*?"hits"\s*:\s*\[/;

function isOneObject(head: string): boolean {
  if (ANSWER.test(head)) return true;
  const [first, ...rest] = head.trim().split('\n');
  return first!.startsWith('{') && rest.length > 0 && !first!.trimEnd().endsWith('}');
}

/** A record of a log of millions: its fields are not copied. */
export interface ClickRecord {
  readonly fields: Pick<ReadonlyMap<string, unknown>, 'get' | 'has'>;
  place(field?: string): ProblemPlace;
}

class LoggedObject implements ClickRecord {
  constructor(
    readonly members: Members,
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
    const path = this.at === '' || field === '' ? this.at + field : `${this.at}.${field}`;
    const { file, line } = this;
    return { file, ...(line !== undefined && { line }), ...(path !== '' && { field: path }) };
  }

  unwrapped(): LoggedObject | null {
    const { members, file, line, at } = this;
    const [path, inner] = members['_source']
      ? ['_source', members['_source']]
      : ['ext.ubi', memberOf(members['ext'], 'ubi')];
    if (isMembers(inner)) return new LoggedObject(inner, file, line, at === '' ? path : `${at}.${path}`);
    const isAction = BULK_ACTIONS.some((action) => action in members) && Object.keys(members).length === 1;
    return isAction ? null : this;
  }
}

/** As JSON Lines or JSON, also as OpenSearch exports them. @throws {SourceFailure} as the source does */
export async function* clickRecords(
  file: SourceText,
  wanted: readonly string[],
  log: ProblemLog,
): AsyncGenerator<readonly ClickRecord[]> {
  const head = await file.head();
  if (/^\s*\[/.test(head) || isOneObject(head)) {
    const whole = parseJson(await wholeText(file), file.path, log);
    const hits = memberOf(whole, 'hits', 'hits');
    if (Array.isArray(whole)) yield itemsOf(whole, '', file.path, wanted, log);
    else if (Array.isArray(hits)) yield itemsOf(hits, 'hits.hits', file.path, wanted, log);
    else if (whole !== undefined) yield unwrappedAll([new LoggedObject(whole as Members, file.path, undefined, '')]);
    return;
  }
  for await (const block of file.blocks()) {
    const records: LoggedObject[] = [];
    for (const line of linesOf(block)) {
      const record = parsedLine(line.text) ?? recordIn(line, wanted, file, log);
      if (record) records.push(new LoggedObject(record, file.path, line.number, ''));
    }
    yield unwrappedAll(records);
  }
}

/** A number that may lose digits. */
const LONG_NUMBER = /[\s:,[]-?\d{16}/;

/** A third of the time of a strict reader. Null where the line has to be read with more care. */
function parsedLine(text: string): Members | null {
  const value = LONG_NUMBER.test(text) ? null : jsonOr(text, null);
  return isMembers(value) ? value : null;
}

const unwrappedAll = (records: readonly LoggedObject[]): LoggedObject[] =>
  records.map((record) => record.unwrapped()).filter((record) => record !== null);

function itemsOf(items: readonly unknown[], at: string, file: string, wanted: readonly string[], log: ProblemLog) {
  const records = items.flatMap((item, i): LoggedObject[] => {
    const field = `${at}[${i}]`;
    if (isMembers(item)) return [new LoggedObject(item, file, undefined, field)];
    log.add(problem('wrong-shape', { file, field }, { fields: wanted }, kindOf(item)));
    return [];
  });
  return unwrappedAll(records);
}
