import { valueOf } from '../../base/containers';
import { numberOf, valuesOf } from '../retrieval/metadata/field-values';
import { type Doc, docId, type DocId } from '../../base/types';
import { placeOf } from '../chunk/recursive';
import { contentKey, hashText, listsKey } from '../../base/hash';
import { compareBytes } from '../run/order';

export interface FieldSummary {
  readonly name: string;
  readonly docs: number;
  readonly values: readonly string[] | null;
  readonly examples: readonly string[];
  readonly range: readonly [number, number] | null;
}

const MAX_VALUES = 50;
const EXAMPLES = 3;
const SHOWN_UNITS = 60;

export function summariseFields(docs: readonly Doc[]): FieldSummary[] {
  const fields = new Map<string, FieldSums>();
  for (const doc of docs)
    for (const name of Object.keys(doc.metadata ?? {})) valueOf(fields, name, () => new FieldSums()).add(doc, name);
  return [...fields].map(([name, field]) => field.summary(name));
}

class FieldSums {
  #docs = 0;
  readonly #values = new Set<string>();
  #range: [number, number] | null = [Infinity, -Infinity];

  add({ metadata }: Doc, name: string): void {
    const described = { title: '', text: '', ...(metadata && { metadata }) };
    this.#docs++;
    for (const value of valuesOf(described, name)) if (this.#values.size <= MAX_VALUES) this.#values.add(value);
    const number = numberOf(described, name);
    if (number === undefined) this.#range = null;
    else if (this.#range) this.#range = [Math.min(this.#range[0], number), Math.max(this.#range[1], number)];
  }

  summary(name: string): FieldSummary {
    const values = [...this.#values];
    return {
      name,
      docs: this.#docs,
      values: values.length > MAX_VALUES ? null : values,
      examples: values.slice(0, EXAMPLES).map(beginning),
      range: this.#range,
    };
  }
}

const beginning = (value: string): string =>
  value.length > SHOWN_UNITS ? `${[...value.slice(0, SHOWN_UNITS)].slice(0, -1).join('')}…` : value;

/** The document of an id that names it or a passage in it; null where it is not known. */
export function documentOf(id: string, known: ReadonlySet<string>): DocId | null {
  const doc = known.has(id) ? docId(id) : placeOf(docId(id))?.doc;
  return doc !== undefined && known.has(doc) ? doc : null;
}

export interface CorpusIdentity {
  readonly key: string;
  readonly metadataKey: string | null;
}

export interface PreparedCorpus extends CorpusIdentity {
  /** Positions by id, descending by bytes: workers preferring lower positions on ties break them as trec_eval does. */
  readonly order: Uint32Array;
  readonly textKeys: readonly string[];
}

export interface DescribedDocs extends CorpusIdentity {
  readonly fields: readonly FieldSummary[];
}

/** Long enough that two texts never share one, short enough to keep a key for every pair. */
const TEXT_KEY_LENGTH = 32;

export const textKey = (text: string): string => hashText(text).slice(0, TEXT_KEY_LENGTH);

/** Title, context and text, each on lines of its own: what is indexed, embedded and reranked. */
export const passageText = ({ title, context = '', text }: Doc): string =>
  [title, context].reduceRight((all, part) => (part === '' ? all : `${part}\n${all}`), text);

export function prepareCorpus(docs: readonly Doc[]): PreparedCorpus {
  const order = Uint32Array.from(docs.keys()).sort((a, b) => compareBytes(docs[b]!.id, docs[a]!.id) || a - b);
  const ordered = Array.from(order, (position) => docs[position]!);
  const textKeys = ordered.map((doc) => textKey(passageText(doc)));
  const outlines = ordered.flatMap(({ id, outline }) => (outline ? [[id, outline]] : []));
  const parts = { ids: ordered.map(({ id }) => id), textKeys, ...(outlines.length > 0 ? { outlines } : {}) };
  const metadata = ordered.flatMap((doc) => (doc.metadata === undefined ? [] : [[doc.id, doc.metadata]]));
  return { order, textKeys, key: listsKey(parts), metadataKey: metadata.length === 0 ? null : listsKey(metadata) };
}

export function describeDocs(docs: readonly Doc[]): DescribedDocs {
  const { key, metadataKey } = prepareCorpus(docs);
  return { key, metadataKey, fields: summariseFields(docs) };
}

/**
 * Hash of what is read of the documents. Metadata counts only where it is read: what reads texts alone keeps its key.
 * @param fields of metadata; empty where titles and texts are read whole
 */
export const readKey = ({ key, metadataKey }: CorpusIdentity, fields: readonly string[]): string =>
  fields.length === 0 ? key : contentKey({ corpus: key, metadata: metadataKey });
