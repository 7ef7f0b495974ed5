import { jsonOr } from '../../../base/typed-json';
import { isMembers, memberOf, type Members } from '../readers/json-records';
import { type FoundValue, pathTo, valueAt, valuesBy } from '../readers/paths';
import { asId } from '../readers/records';
import { type GivenName, ListLog, nonBlank, queryTextIn } from './list-log';
import type { HitFields } from './response-shapes';
import { hitOf } from './responses';
import { begunObjects, objectsIn, type ResultFormat } from './result-records';

interface Convention {
  /** Attributes of which one is there. */
  readonly told: readonly string[];
  readonly documents: string;
  readonly query: string;
  /** Attributes that say what kind of span it is, and that of a retrieval. */
  readonly kinds: readonly string[];
  readonly retrieval: string;
}

const OPEN_INFERENCE: Convention = {
  told: ['openinference.span.kind', 'span_kind', 'retrieval.documents'],
  documents: 'retrieval.documents',
  query: 'input.value',
  kinds: ['openinference.span.kind', 'span_kind'],
  retrieval: 'RETRIEVER',
};

const GEN_AI: Convention = {
  told: ['gen_ai.retrieval', 'gen_ai.operation'],
  documents: 'gen_ai.retrieval.documents',
  query: 'gen_ai.retrieval.query.text',
  kinds: ['gen_ai.operation.name'],
  retrieval: 'retrieval',
};

const DOCUMENT: HitFields = { id: ['id'], score: 'score', stored: 'document' };

/** RETRIEVER spans of OpenInference (https://github.com/Arize-ai/openinference). Spans of one name are one system. */
export const openInference = spansOf([OPEN_INFERENCE, GEN_AI]);

/** OpenTelemetry's `gen_ai.retrieval.*` (https://github.com/open-telemetry/semantic-conventions-genai). */
export const openTelemetry = spansOf([GEN_AI, OPEN_INFERENCE], /^\s*\{[^]{0,200}"resourceSpans"\s*:/);

/** @param conventions the first tells which files these are @param beginning of files that may have a span of another kind first */
function spansOf(conventions: readonly [Convention, Convention], beginning?: RegExp): ResultFormat {
  const fields = conventions.map(({ documents }) => documents);
  return {
    recognises: async (file) => {
      const head = await file.head();
      const begun = /^\s*[[{]/.test(head) ? begunObjects(head) : [];
      const spans = begun.flatMap((each) => spansIn(each, '')).map(({ value }) => attributesOf(value));
      const isOne = (span: Members): boolean =>
        conventions[0].told.some((name) => (valueAt(name, span) ?? undefined) !== undefined);
      return beginning?.test(head) === true || spans.some(isOne);
    },

    async read(file, log) {
      const into = new ListLog(file.path, log);
      for await (const objects of objectsIn(file, fields, log))
        for (const { value, at, line } of objects) {
          if (!isMembers(value)) into.refuse(into.placeOf(at, line), { fields }, value);
          else for (const span of spansIn(value, at)) readSpan(span, conventions, line, into);
        }
      if (into.lists.length === 0 && log.problems.length === 0) into.refuse({ file: file.path }, { fields }, undefined);
      return { file: file.path, time: 'span', lists: into.lists, ratings: 0 };
    },
  };
}

/** In an export of OTLP as JSON, and in a page of Phoenix. */
const PLACES = [
  'resourceSpans[].scopeSpans[].spans[]',
  'resourceSpans[].instrumentationLibrarySpans[].spans[]',
  'data[]',
];

type Span = Pick<FoundValue, 'at'> & { readonly value: Members };

/** The spans of an object, which may be one. */
function spansIn(members: Members, at: string): Span[] {
  if (!Array.isArray(members['resourceSpans']) && !Array.isArray(members['data'])) return [{ value: members, at }];
  return PLACES.flatMap((path) => valuesBy(path, members, at)).filter((each): each is FoundValue & Span =>
    isMembers(each.value),
  );
}

/** Attributes whose values are read: a span may hold vectors and whole conversations too. */
const WANTED = /^(?:openinference|input|retrieval|gen_ai\.(?:retrieval|operation)|span_kind)\b|^gen_ai$/;

/** Attributes as OTLP lists them, as an object, nested or flat, or in columns named `attributes.…` as Phoenix exports them. */
function attributesOf({ attributes, ...rest }: Members): Members {
  const own = Array.isArray(attributes) ? ofList(attributes) : isMembers(attributes) ? attributes : {};
  const named = [...Object.entries(rest), ...Object.entries(own)].map(
    ([name, value]) => [name.replace(/^attributes\./, ''), value] as const,
  );
  return nested(named.filter(([name]) => WANTED.test(name)));
}

type Nested = Record<string, unknown>;

/** Members whose names are paths as members of members: `retrieval.documents.0.document.id`. */
function nested(members: Iterable<readonly [string, unknown]>, into = Object.create(null) as Nested): Nested {
  for (const [name, value] of members) {
    const path = name.split('.');
    const last = path.pop()!;
    let around = into;
    for (const step of path) around = inner(around, step);
    if (isMembers(value)) nested(Object.entries(value), inner(around, last));
    else if (Array.isArray(value))
      around[last] = value.map((each: unknown) => (isMembers(each) ? nested(Object.entries(each)) : each));
    else if (!isMembers(around[last])) around[last] = value;
  }
  return into;
}

function inner(around: Nested, name: string): Nested {
  const known = around[name];
  return isMembers(known) ? (known as Nested) : (around[name] = Object.create(null) as Nested);
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
  const [kind, written] = Object.entries(value)[0] ?? [];
  const values = memberOf(written, 'values');
  if (kind === 'arrayValue') return Array.isArray(values) ? values.map(valueOf) : [];
  if (kind === 'kvlistValue') return Array.isArray(values) ? ofList(values) : {};
  // OTLP writes 64-bit integers as texts.
  return kind === 'intValue' && Number.isSafeInteger(Number(written)) ? Number(written) : written;
}

/** Whether a span is of a retrieval: it says so, or has documents. */
const isRetrieval = ({ kinds, retrieval, documents }: Convention, attributes: Members): boolean =>
  kinds.some((name) => valueAt(name, attributes) === retrieval) || valueAt(documents, attributes) !== undefined;

function readSpan(
  { value, at }: Span,
  conventions: readonly Convention[],
  line: number | undefined,
  into: ListLog,
): void {
  const attributes = attributesOf(value);
  const convention = conventions.find((each) => isRetrieval(each, attributes));
  if (!convention) return;
  const place = into.placeOf(at, line);
  const written = valueAt(convention.documents, attributes);
  const documents = documentsIn(written);
  if (!documents) return into.refuse({ ...place, field: pathTo(at, convention.documents) }, 'list', written);
  const hits = documents.map(([number, members]) => {
    const { id, score, ...document } = members;
    const own = { ...place, field: pathTo(at, `${convention.documents}.${number}`) };
    if ((id ?? '') !== '' || Object.keys(document).length > 0)
      return hitOf({ id, score, document }, own, DOCUMENT, into);
    into.refuse(own, { fields: ['id', 'content'] }, members);
    return null;
  });
  if (!hits.every((hit) => hit !== null)) return;
  const said = ['status_code', 'status.status_code', 'status.code'].map((name) => valueAt(name, value));
  const isError = said.some((each) => each === 'ERROR' || each === 'STATUS_CODE_ERROR' || each === 2);
  const failed = isError && hits.length === 0;
  into.add({
    question: asked(valueAt(convention.query, attributes)),
    system: asId(value['name']) || null,
    hits: failed ? null : hits,
    milliseconds: failed ? null : durationOf(value),
    failure: isError ? 'error' : null,
    place,
  });
}

/** In the order of their numbers; a text may be JSON. @returns null where it is none */
function documentsIn(written: unknown): (readonly [number: string, members: Members])[] | null {
  const parsed = typeof written === 'string' && written.trim() !== '' ? jsonOr(written, null) : written;
  if (parsed === null && typeof written === 'string') return null;
  return Object.entries(nested(Object.entries(isMembers(parsed) || Array.isArray(parsed) ? parsed : [])))
    .filter(([number]) => /^\d+$/.test(number))
    .flatMap(([number, item]) => {
      const members = isMembers(memberOf(item, 'document')) ? memberOf(item, 'document') : item;
      if (!isMembers(members)) return typeof item === 'string' ? [[number, { content: item }]] : [];
      const { metadata } = members;
      return [[number, typeof metadata === 'string' ? { ...members, metadata: jsonOr(metadata, metadata) } : members]];
    });
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

function asked(value: unknown): GivenName {
  const [text = null] = nonBlank(value);
  const parsed = text !== null && /^\s*[[{"]/.test(text) ? jsonOr(text, text) : text;
  if (text === null || typeof parsed === 'string') return { id: null, text: parsed as string | null };
  const within = isMembers(parsed) ? (nonBlank(parsed['question'])[0] ?? nonBlank(parsed['input'])[0]) : undefined;
  return { id: null, text: queryTextIn(parsed) ?? within ?? text };
}
