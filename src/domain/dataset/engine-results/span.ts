import { asId } from '../readers/records';
import { isMembers, memberOf, type Members, pathTo } from './list-log';

export interface TracedSpan {
  readonly name: string;
  /** Values by the whole name of an attribute, as `retrieval.documents.0.document.id`. */
  readonly attributes: ReadonlyMap<string, unknown>;
  /** From its start to its end; null where these are not known. */
  readonly milliseconds: number | null;
  readonly isError: boolean;
  /** Path in the file. */
  readonly at: string;
}

/** The spans of an object: one by itself, those of an export of OTLP as JSON, or a page of Phoenix (`data`). */
export function spansIn(members: Members, at: string): TracedSpan[] {
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
  const status = [
    members['status_code'],
    memberOf(members, 'status', 'status_code'),
    memberOf(members, 'status', 'code'),
  ];
  return {
    name: asId(members['name']) ?? '',
    attributes: attributesOf(members),
    milliseconds: durationOf(members),
    isError: status.some((each) => each === 'ERROR' || each === 'STATUS_CODE_ERROR' || each === 2),
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
const COULD_BE_WANTED = [
  'openinference',
  'input',
  'retrieval',
  'gen_ai',
  'gen_ai.retrieval',
  'gen_ai.operation',
  'span_kind',
];

function flatten(name: string, value: unknown, into: Map<string, unknown>): void {
  if (!WANTED.test(name) && !COULD_BE_WANTED.includes(name)) return;
  const inner = typeof value === 'string' && AS_JSON.test(name) ? parsedOr(value) : value;
  if (Array.isArray(inner)) {
    // A list that is empty says that nothing was found.
    into.set(name, []);
    for (const [i, each] of (inner as readonly unknown[]).entries()) flatten(`${name}.${i}`, each, into);
  } else if (isMembers(inner)) for (const [key, each] of Object.entries(inner)) flatten(`${name}.${key}`, each, into);
  else into.set(name, inner);
}

function parsedOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
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

const STARTS = ['start_time', 'startTime'];
const ENDS = ['end_time', 'endTime'];

function durationOf(members: Members): number | null {
  const nanoseconds = [members['startTimeUnixNano'], members['endTimeUnixNano']].map(asInteger);
  const [from, to] = nanoseconds as [bigint | null, bigint | null];
  if (from !== null && to !== null) return to >= from ? Number(to - from) / 1e6 : null;
  const [start, end] = [STARTS, ENDS].map((names) =>
    names.map((name) => timeOf(members[name])).find((time) => time !== null),
  );
  return start != null && end != null && end >= start ? end - start : null;
}

function asInteger(value: unknown): bigint | null {
  const written = asId(value) ?? '';
  return /^\d{1,20}$/.test(written) ? BigInt(written) : null;
}

const FRACTION = /(:\d\d)\.(\d+)/;

/** Milliseconds since 1970 of a date, with the fractions that `Date` cuts off. */
function timeOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string') return null;
  const [, , fraction = ''] = FRACTION.exec(value) ?? [];
  const whole = Date.parse(value.replace(FRACTION, '$1').replace(/^(\d{4}-\d\d-\d\d) /, '$1T'));
  return Number.isNaN(whole) ? null : whole + Number(`0.${fraction || '0'}`) * 1000;
}
