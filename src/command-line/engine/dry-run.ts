import type { Json } from '../../base/types';
import type { EngineRequest } from '../../domain/handover/protocol';
import { TARGETS } from '../../domain/handover/targets';
import { batched } from './collection';
import type { Prepared } from './prepare';
import { engineNotices as notices, type RequestPurpose } from './texts';

interface DryRunInput extends Prepared {
  /** Passages in a request. */
  readonly batch: number;
  /** Questions in a request. */
  readonly asked: number;
}

/** Every request of a command, in their order, with the first passages and the first question in them. */
export async function dryRun(input: DryRunInput): Promise<string> {
  const { address, index, searches, collection, preparation, values, batch, asked } = input;
  const protocol = TARGETS[address.engine].live;
  let passages = 0;
  let first: EngineRequest | null = null;
  for await (const docs of batched(collection.passages(), batch)) {
    first ??= protocol.add(index, await preparation.rows(docs.slice(0, SHOWN.entries), 0));
    passages += docs.length;
  }
  const once = (what: RequestPurpose, requests: readonly EngineRequest[]): RequestKind[] =>
    requests.map((request) => ({ what, request, requests: 1 }));
  const kinds: RequestKind[] = [
    ...once('look', [...protocol.version(), protocol.look(index)]),
    ...once('create', protocol.create(index)),
    ...(first ? [{ what: 'index', request: first, requests: Math.ceil(passages / batch) } as const] : []),
    ...once('settle', [...protocol.settle(index), protocol.count(index), ...protocol.complete(index, passages)]),
    ...searches.flatMap((search) => once('prepare', protocol.prepare?.(search) ?? [])),
    ...searches.map((search): RequestKind => {
      const question = { searched: search.places!.map((place) => values[place]![0]!) };
      const requests = Math.ceil(collection.questions.length / asked);
      return { what: 'ask', request: protocol.ask(search, [question]), requests };
    }),
  ];
  const parts = kinds.map(({ what, request, requests }) =>
    [notices.times(requests, what), ...shapeOf(request).map((line) => `  ${line}`)].join('\n'),
  );
  return `${[`${notices.dryRun(address.engine)} ${address.shown}`, ...parts].join('\n\n')}\n`;
}

/** Requests of one kind: the first of them, and how many there are. */
interface RequestKind {
  readonly what: RequestPurpose;
  readonly request: EngineRequest;
  readonly requests: number;
}

/** Characters of a text and of a line of SQL, entries of a list, and lines of JSON, that are shown. */
const SHOWN = { text: 60, sql: 240, entries: 3, lines: 2 };

const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most)}…` : text);

/** As a person reads a request: long texts and lists are cut. */
const shapeOf = ({ method, path, body, lines }: EngineRequest): string[] => [
  ...`${method} ${path}`.split('\n').map((line) => cut(line, SHOWN.sql)),
  ...(body ? [JSON.stringify(shortened(body as Json))] : []),
  ...(lines ?? []).slice(0, SHOWN.lines).map((line) => JSON.stringify(shortened(JSON.parse(line) as Json))),
];

function shortened(value: Json): Json {
  if (typeof value === 'string') return cut(value, SHOWN.text);
  if (Array.isArray(value)) {
    const all = value as readonly Json[];
    const first = all.slice(0, SHOWN.entries).map(shortened);
    return all.length > SHOWN.entries ? [...first, `… ${all.length} in all`] : first;
  }
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shortened(each)]));
}
