import type { Json } from '../../base/types';
import type { HandedSystem, SearchedBy } from '../../domain/handover/target';
import type { EngineAddress } from './address';
import { batched, type StreamedCollection } from './collection';
import { protocolOf } from './connect';
import type { Preparation } from './prepare';
import { engineName, engineNotices as notices, type RequestPurpose } from './texts';
import type { EngineIndex, EngineRequest } from './types';

interface DryRunInput {
  readonly index: EngineIndex;
  readonly searches: readonly HandedSystem[];
  readonly collection: StreamedCollection;
  readonly preparation: Preparation;
  /** By retriever, of the first question. */
  readonly values: readonly (readonly SearchedBy[])[];
  /** Passages in a request. */
  readonly batch: number;
  /** Questions in a request. */
  readonly asked: number;
}

/** Every request of a command, in their order, with the first passages and the first question in them. */
export async function dryRun(address: EngineAddress, input: DryRunInput): Promise<string> {
  const { index, searches, collection, preparation, values, batch, asked } = input;
  const protocol = protocolOf(address.engine);
  let passages = 0;
  let first: EngineRequest | null = null;
  for await (const docs of batched(collection.passages(), batch)) {
    first ??= protocol.add(index, await preparation.rows(docs.slice(0, SHOWN.entries), 0));
    passages += docs.length;
  }
  const once = (what: RequestPurpose, requests: readonly EngineRequest[]): RequestKind[] =>
    requests.map((request) => ({ what, request, requests: 1 }));
  const requests = Math.ceil(collection.questions.length / asked);
  const asking = searches.map((search): RequestKind => {
    const question = { searched: search.places!.map((place) => values[place]![0]!) };
    return { what: 'ask', request: protocol.ask(search, [question]), requests };
  });
  return dryRunText(engineName(address.engine), address, [
    ...once('look', [...protocol.version(), protocol.look(index)]),
    ...once('create', protocol.create(index)),
    ...(first ? [{ what: 'index', request: first, requests: Math.ceil(passages / batch) } as const] : []),
    ...once('settle', [...protocol.settle(index), protocol.count(index), ...protocol.complete(index, passages)]),
    ...once(
      'prepare',
      searches.flatMap((search) => protocol.prepare?.(search) ?? []),
    ),
    ...asking,
  ]);
}

/** Requests of one kind: the first of them, and how many there are. */
export interface RequestKind {
  readonly what: RequestPurpose;
  readonly request: EngineRequest;
  readonly requests: number;
}

/** Characters of a text, entries of a list, and lines of JSON, that are shown. */
const SHOWN = { text: 60, entries: 3, lines: 2 };

/** Every request that a command would send, as a person reads it: long texts and lists are cut. */
function dryRunText(engine: string, { shown }: EngineAddress, kinds: readonly RequestKind[]): string {
  const parts = kinds.map(({ what, request, requests }) =>
    [`${notices.times(requests, what)}`, ...shapeOf(request).map((line) => `  ${line}`)].join('\n'),
  );
  return `${[`${notices.dryRun(engine)} ${shown}`, ...parts].join('\n\n')}\n`;
}

const shapeOf = ({ method, path, values, body, lines }: EngineRequest): string[] => [
  `${method} ${path}`,
  ...(values ?? []).map((value, i) => `$${i + 1} = ${JSON.stringify(shortened(value as Json))}`),
  ...(body ? [JSON.stringify(shortened(body as Json))] : []),
  ...(lines ?? []).slice(0, SHOWN.lines).map((line) => JSON.stringify(shortened(JSON.parse(line) as Json))),
];

function shortened(value: Json): Json {
  if (typeof value === 'string') return value.length > SHOWN.text ? `${value.slice(0, SHOWN.text)}…` : value;
  if (Array.isArray(value)) {
    const all = value as readonly Json[];
    const first = all.slice(0, SHOWN.entries).map(shortened);
    return all.length > SHOWN.entries ? [...first, `… ${all.length} in all`] : first;
  }
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shortened(each)]));
}
