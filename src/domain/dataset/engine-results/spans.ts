import { jsonOr } from '../../../base/typed-json';
import { asId } from '../readers/records';
import {
  type EngineHit,
  type EngineResults,
  type GivenName,
  pathTo,
  idsIn,
  ListLog,
  nonBlank,
  queryTextIn,
} from './list-log';
import { isMembers, memberOf, type Members } from '../readers/json-records';
import type { SourceText } from '../source';
import { type ResultFormat, begunObjects, objectsIn } from './result-records';

export interface TracedSpan {
  readonly name: string;
  /** Values by the whole name of an attribute, as `retrieval.documents.0.document.id`. */
  readonly attributes: ReadonlyMap<string, unknown>;
  readonly milliseconds: number | null;
  readonly isError: boolean;
  readonly at: string;
}

/** The spans of an object: one by itself, those of an export of OTLP as JSON, or a page of Phoenix (`data`). */
function spansIn(members: Members, at: string): TracedSpan[] {
  const { resourceSpans, data } = members;
  if (Array.isArray(resourceSpans))
    return resourceSpans.flatMap((each, i) => ofResource(each, pathTo(at, `resourceSpans[${i}]`)));
  if (Array.isArray(data))
    return data.flatMap((each: unknown, i) => (isMembers(each) ? [spanOf(each, pathTo(at, `data[${i}]`))] : []));
  return [spanOf(members, at)];
}

function ofResource(resource: unknown, at: string): TracedSpan[] {
  const name = ['scopeSpans', 'instrumentationLibrarySpans'].find((each) => Array.isArray(memberOf(resource, each)));
  if (name === undefined) return [];
  return (memberOf(resource, name) as readonly unknown[]).flatMap((scope, i) => {
    const spans = memberOf(scope, 'spans');
    if (!Array.isArray(spans)) return [];
    return spans.flatMap((span: unknown, j) =>
      isMembers(span) ? [spanOf(span, `${at}.${name}[${i}].spans[${j}]`)] : [],
    );
  });
}

function spanOf(members: Members, at: string): TracedSpan {
  const { status_code, status } = members;
  const said = [status_code, memberOf(status, 'status_code'), memberOf(status, 'code')];
  return {
    name: asId(members['name']) ?? '',
    attributes: attributesOf(members),
    milliseconds: durationOf(members),
    isError: said.some((each) => each === 'ERROR' || each === 'STATUS_CODE_ERROR' || each === 2),
    at,
  };
}

/** Attributes whose values are read: a span may hold vectors and whole conversations too. */
const WANTED = /^(?:openinference|input|retrieval|gen_ai\.(?:retrieval|operation)|span_kind)\b/;
const PREFIX = 'attributes.';

/** Attributes as OTLP lists them, as an object, nested or flat, or in columns named `attributes.…` as Phoenix exports them. */
function attributesOf(members: Members): ReadonlyMap<string, unknown> {
  const { attributes, ...rest } = members;
  const found = new Map<string, unknown>();
  for (const [name, value] of Object.entries(rest))
    flatten(name.startsWith(PREFIX) ? name.slice(PREFIX.length) : name, value, found);
  const own = Array.isArray(attributes) ? ofList(attributes) : attributes;
  if (isMembers(own)) for (const [name, value] of Object.entries(own)) flatten(name, value, found);
  return found;
}

/** What may be written as JSON in a text. */
const AS_JSON = /^(?:gen_ai\.)?retrieval\.documents(?:\.\d+\.(?:document\.)?metadata)?$/;

function flatten(name: string, value: unknown, into: Map<string, unknown>): void {
  if (!WANTED.test(name) && name !== 'gen_ai') return;
  const inner = typeof value === 'string' && AS_JSON.test(name) ? jsonOr(value, value) : value;
  if (Array.isArray(inner)) {
    // A list that is empty says that nothing was found.
    into.set(name, []);
    for (const [i, each] of (inner as readonly unknown[]).entries()) flatten(`${name}.${i}`, each, into);
  } else if (isMembers(inner)) for (const [key, each] of Object.entries(inner)) flatten(`${name}.${key}`, each, into);
  else into.set(name, inner);
}

/** `[{key, value: {stringValue}}]` as an object. */
function ofList(list: readonly unknown[]): Members {
  const entries = list.flatMap((each): [string, unknown][] => {
    const key = memberOf(each, 'key');
    return typeof key === 'string' ? [[key, valueOf(memberOf(each, 'value'))]] : [];
  });
  return Object.fromEntries(entries);
}

function valueOf(value: unknown): unknown {
  if (!isMembers(value)) return value;
  const [kind, inner] = Object.entries(value)[0] ?? [];
  const values = memberOf(inner, 'values');
  if (kind === 'arrayValue') return Array.isArray(values) ? values.map(valueOf) : [];
  if (kind === 'kvlistValue') return Array.isArray(values) ? ofList(values) : {};
  // OTLP writes 64-bit integers as texts.
  return kind === 'intValue' && typeof inner === 'string' && Number.isSafeInteger(Number(inner))
    ? Number(inner)
    : inner;
}

function durationOf(members: Members): number | null {
  const [from, to] = [asInteger(members['startTimeUnixNano']), asInteger(members['endTimeUnixNano'])];
  if (from !== null && to !== null) return to >= from ? Number(to - from) / 1e6 : null;
  const start = timeOf(members['start_time']) ?? timeOf(members['startTime']);
  const end = timeOf(members['end_time']) ?? timeOf(members['endTime']);
  return start !== null && end !== null && end >= start ? end - start : null;
}

function asInteger(value: unknown): bigint | null {
  const written = asId(value) ?? '';
  return /^\d{1,20}$/.test(written) ? BigInt(written) : null;
}

const FRACTION = /(:\d\d)\.(\d+)/;

function timeOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string') return null;
  const [, , fraction = ''] = FRACTION.exec(value) ?? [];
  const whole = Date.parse(value.replace(FRACTION, '$1').replace(/^(\d{4}-\d\d-\d\d) /, '$1T'));
  return Number.isNaN(whole) ? null : whole + Number(`0.${fraction || '0'}`) * 1000;
}

type Attributes = TracedSpan['attributes'];

interface Convention {
  readonly documents: string;
  readonly query: string;
  saysSo(attributes: Attributes): boolean;
}

const OPEN_INFERENCE: Convention = {
  documents: 'retrieval.documents',
  query: 'input.value',
  saysSo: (attributes) => kindOf(attributes) === 'RETRIEVER',
};

const GEN_AI: Convention = {
  documents: 'gen_ai.retrieval.documents',
  query: 'gen_ai.retrieval.query.text',
  saysSo: (attributes) => attributes.get('gen_ai.operation.name') === 'retrieval',
};

/** Whether a span is of a retrieval: it says so, or has documents. */
const isRetrieval = ({ documents, saysSo }: Convention, attributes: Attributes): boolean =>
  saysSo(attributes) || [...attributes.keys()].some((key) => key === documents || key.startsWith(`${documents}.`));

const kindOf = (attributes: Attributes): unknown =>
  attributes.get('openinference.span.kind') ?? attributes.get('span_kind');

const begunSpans = (head: string): TracedSpan[] =>
  /^\s*[[{]/.test(head) ? begunObjects(head).flatMap((members) => spansIn(members, '')) : [];

/** RETRIEVER spans of OpenInference (https://github.com/Arize-ai/openinference). Spans of one name are one system. */
export const openInference: ResultFormat = {
  recognises: async (file) =>
    begunSpans(await file.head()).some(
      ({ attributes }) => typeof kindOf(attributes) === 'string' || isRetrieval(OPEN_INFERENCE, attributes),
    ),
  read: (file, log) => readSpans(file, log, [OPEN_INFERENCE, GEN_AI]),
};

/** OpenTelemetry's `gen_ai.retrieval.*` (https://github.com/open-telemetry/semantic-conventions-genai). */
export const openTelemetry: ResultFormat = {
  recognises: async (file) => {
    const head = await file.head();
    return (
      /^\s*\{[^]{0,200}"resourceSpans"\s*:/.test(head) ||
      begunSpans(head).some(({ attributes }) => [...attributes.keys()].some((key) => key.startsWith('gen_ai.')))
    );
  },
  read: (file, log) => readSpans(file, log, [GEN_AI, OPEN_INFERENCE]),
};

async function readSpans(
  file: SourceText,
  log: Parameters<ResultFormat['read']>[1],
  conventions: readonly Convention[],
): Promise<Omit<EngineResults, 'format'>> {
  const into = new ListLog(file.path, log);
  const fields = conventions.map(({ documents }) => documents);
  for await (const { value, at, line } of objectsIn(file, fields, log)) {
    if (!isMembers(value)) {
      into.refuse(into.placeOf(at, line), { fields }, value);
      continue;
    }
    for (const span of spansIn(value, at)) {
      const convention = conventions.find((each) => isRetrieval(each, span.attributes));
      if (convention) readSpan(span, convention, line, into);
    }
  }
  if (into.lists.length === 0 && log.problems.length === 0) into.refuse({ file: file.path }, { fields }, undefined);
  return { file: file.path, time: 'span', lists: into.lists, ratings: 0 };
}

function readSpan(span: TracedSpan, { documents, query }: Convention, line: number | undefined, into: ListLog): void {
  const { attributes, at, name, milliseconds, isError } = span;
  const place = into.placeOf(at, line);
  const found = documentsOf(attributes, documents);
  const hits = [...found].map(([number, members]): EngineHit | null => {
    const path = `${at === '' ? '' : `${at}.`}${documents}.${number}`;
    const own = { ...place, field: path };
    const score = into.score(members['score'], { ...own, field: `${path}.score` });
    const id = asId(members['id']);
    const ids = new Map<string, string>();
    if (id !== null && id !== '') {
      if (!into.isId('document', id, { ...own, field: `${path}.id` })) return null;
      ids.set('id', id);
    }
    idsIn(members, 'document', ids);
    ids.delete('document.id');
    const texts = [...nonBlank(members['content']), ...nonBlank(members['text'])];
    if (ids.size === 0 && texts.length === 0) {
      into.refuse(own, { fields: ['id', 'content'] }, members);
      return null;
    }
    return score === undefined ? null : { ids, texts, score, place: own };
  });
  if (!hits.every((hit) => hit !== null)) return;
  const failed = isError && hits.length === 0;
  into.add({
    question: asked(attributes.get(query)),
    system: name === '' ? null : name,
    hits: failed ? null : hits,
    milliseconds: failed ? null : milliseconds,
    failure: isError ? 'error' : null,
    place,
  });
}

function documentsOf(attributes: Attributes, name: string): Map<number, Members> {
  const found = new Map<number, Record<string, unknown>>();
  const start = `${name}.`;
  for (const [key, value] of attributes) {
    if (!key.startsWith(start)) continue;
    const [, number, path] = /^(\d+)(?:\.document)?\.(.+)$/.exec(key.slice(start.length)) ?? [];
    if (number === undefined) continue;
    const members = found.get(Number(number)) ?? {};
    found.set(Number(number), members);
    const [first, second, ...rest] = path!.split('.');
    if (second === undefined) members[first!] = isMembers(members[first!]) ? members[first!] : value;
    else if (rest.length === 0 && first === 'metadata')
      members[first] = { ...(isMembers(members[first]) ? members[first] : {}), [second]: value };
  }
  return new Map([...found].sort(([a], [b]) => a - b));
}

function asked(value: unknown): GivenName {
  const [text = null] = nonBlank(value);
  const parsed = text !== null && /^\s*[[{"]/.test(text) ? jsonOr(text, text) : text;
  if (text === null || typeof parsed === 'string') return { id: null, text: parsed as string | null };
  const within = isMembers(parsed) ? (nonBlank(parsed['question'])[0] ?? nonBlank(parsed['input'])[0]) : undefined;
  return { id: null, text: queryTextIn(parsed) ?? within ?? text };
}
