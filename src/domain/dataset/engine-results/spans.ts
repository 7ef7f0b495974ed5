import { asId } from '../readers/records';
import type { SourceText } from '../source';
import type { EngineHit, EngineResults, GivenName } from './engine-list';
import type { ResultFormat } from './format';
import { queryTextIn } from './given-name';
import { idsIn, isMembers, ListLog, type Members, nonBlank } from './list-log';
import { begunObjects, objectsIn } from './result-records';
import { type TracedSpan, spansIn } from './span';

/** Where a convention writes down what was asked and found. */
interface Convention {
  readonly documents: string;
  readonly query: string;
  isRetrieval(attributes: TracedSpan['attributes']): boolean;
}

const OPEN_INFERENCE: Convention = {
  documents: 'retrieval.documents',
  query: 'input.value',
  isRetrieval: (attributes) => kindOf(attributes) === 'RETRIEVER' || hasDocuments(attributes, 'retrieval.documents'),
};

const GEN_AI: Convention = {
  documents: 'gen_ai.retrieval.documents',
  query: 'gen_ai.retrieval.query.text',
  isRetrieval: (attributes) =>
    attributes.get('gen_ai.operation.name') === 'retrieval' || hasDocuments(attributes, 'gen_ai.retrieval.documents'),
};

const kindOf = (attributes: TracedSpan['attributes']): unknown =>
  attributes.get('openinference.span.kind') ?? attributes.get('span_kind');

const hasDocuments = (attributes: TracedSpan['attributes'], name: string): boolean =>
  [...attributes.keys()].some((key) => key === name || key.startsWith(`${name}.`));

const begunSpans = (head: string): TracedSpan[] =>
  /^\s*[[{]/.test(head) ? begunObjects(head).flatMap((members) => spansIn(members, '')) : [];

/**
 * Spans of OpenInference (https://github.com/Arize-ai/openinference, Phoenix) whose kind is RETRIEVER: `input.value` is the
 * question, `retrieval.documents.N.document.*` are the passages. Spans of one name are one system.
 */
export const openInference: ResultFormat = {
  recognises: async (file) =>
    begunSpans(await file.head()).some(
      ({ attributes }) => typeof kindOf(attributes) === 'string' || OPEN_INFERENCE.isRetrieval(attributes),
    ),
  read: (file, log) => readSpans(file, new ListLog(file.path, log), [OPEN_INFERENCE, GEN_AI], log),
};

/**
 * Spans of OpenTelemetry's conventions for generative AI
 * (https://github.com/open-telemetry/semantic-conventions-genai): `gen_ai.retrieval.query.text` is the question,
 * `gen_ai.retrieval.documents` the passages, as a list or as JSON in a text.
 */
export const openTelemetry: ResultFormat = {
  recognises: async (file) => {
    const head = await file.head();
    return (
      /^\s*\{[^]{0,200}"resourceSpans"\s*:/.test(head) ||
      begunSpans(head).some(({ attributes }) => [...attributes.keys()].some((key) => key.startsWith('gen_ai.')))
    );
  },
  read: (file, log) => readSpans(file, new ListLog(file.path, log), [GEN_AI, OPEN_INFERENCE], log),
};

async function readSpans(
  file: SourceText,
  into: ListLog,
  conventions: readonly Convention[],
  log: Parameters<ResultFormat['read']>[1],
): Promise<Omit<EngineResults, 'format'>> {
  const wanted = conventions.map(({ documents }) => documents);
  for await (const { value, at, line } of objectsIn(file, wanted, log)) {
    if (!isMembers(value)) {
      into.refuse(into.placeOf(at, line), { fields: wanted }, value);
      continue;
    }
    for (const span of spansIn(value, at)) {
      const convention = conventions.find((each) => each.isRetrieval(span.attributes));
      if (convention) readSpan(span, convention, line, into);
    }
  }
  if (into.lists.length === 0 && log.problems.length === 0)
    into.refuse({ file: file.path }, { fields: wanted }, undefined);
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

function documentsOf(attributes: TracedSpan['attributes'], name: string): Map<number, Members> {
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

/** What was asked: a text, or JSON that holds it, as frameworks write down the input of a call. */
function asked(value: unknown): GivenName {
  const [text] = nonBlank(value);
  if (text === undefined) return { id: null, text: null };
  if (!/^\s*[[{"]/.test(text)) return { id: null, text };
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'string') return { id: null, text: parsed };
    const within = isMembers(parsed) ? (nonBlank(parsed['question'])[0] ?? nonBlank(parsed['input'])[0]) : undefined;
    return { id: null, text: queryTextIn(parsed) ?? within ?? text };
  } catch {
    return { id: null, text };
  }
}
