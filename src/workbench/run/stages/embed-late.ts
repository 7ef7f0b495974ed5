import type { DenseSpec } from '../../../domain/retrieval/retriever-spec';
import { append } from '../../../base/containers';
import type { DocId, Span } from '../../../base/types';
import { textKey } from '../../../domain/dataset/corpus';
import { type StageContext, type LatePooling, stageKey, type Versions } from '../stage-context';
import { addVectors, encoderIdentity, loadEncoder } from './embed';
import { type Embedded, VectorTable } from './vector-table';

export function lateNamespace(versions: Versions, spec: DenseSpec): string {
  return stageKey(versions, 'models', 'embed-late', ['late-vectors'], {
    ...encoderIdentity(spec),
    prefix: spec.passagePrefix,
  });
}

/**
 * Vectors of passages that are pooled from the tokens of their whole documents (Günther et al. 2024, "Late chunking:
 * contextual chunk embeddings using long-context embedding models"). A document longer than the model takes is read in
 * windows. The context of a passage (title, headings) is not part of it here: its document has it.
 *
 * @throws {HitrateError} `model-unavailable` where the model gives no vectors of tokens
 */
export async function embedLate(context: StageContext, spec: DenseSpec, late: LatePooling): Promise<Embedded> {
  const { tracker, ports, signal } = context;
  const namespace = lateNamespace(ports.versions, spec);
  const docs = new Map<DocId, string>([...late.texts].map(([id, text]) => [id, textKey(text)]));
  const keys = late.places.map(({ doc, start, end }) => `${docs.get(doc)!}:${start}-${end}`);
  tracker.expect('passage-vectors', keys.length);
  const held = context.held.passage.get(namespace, keys);
  if (held) {
    tracker.reused('passage-vectors', keys.length);
    tracker.finish('passage-vectors');
    return held;
  }
  context.held.passage.forget();
  const rows = context.rows(namespace);
  const table = new VectorTable(keys, ports.isolated);
  const missing = await rows.read(keys, (key, row) => table.take(key, row));
  tracker.reused('passage-vectors', keys.length - missing.size);
  try {
    const request = missing.size > 0 ? await loadEncoder(context, spec) : null;
    if (request) tracker.restart('passage-vectors');
    for (const [doc, spans] of request ? spansByDocument(late, keys, missing) : []) {
      signal.throwIfAborted();
      const prefix = spec.passagePrefix;
      const pooled = await ports.encoder.with(signal).embedSpans({
        ...request!,
        text: prefix + late.texts.get(doc)!,
        spans: spans.map(({ start, end }) => ({ start: start + prefix.length, end: end + prefix.length })),
      });
      context.remarks.push(...pooled.remarks);
      await addVectors({ rows, table }, spans, pooled);
      tracker.computed('passage-vectors', spans.length);
    }
  } finally {
    await rows.flush();
  }
  tracker.finish('passage-vectors');
  // Every token is read, in some window: nothing is cut off.
  const embedded = table.finish(Infinity);
  return embedded.memory ? context.held.passage.hold(namespace, keys, embedded) : embedded;
}

interface KeyedSpan extends Span {
  readonly key: string;
}

/** The spans without a vector, by document; equal documents share theirs. */
function spansByDocument({ places }: LatePooling, keys: readonly string[], missing: ReadonlySet<string>) {
  const left = new Set(missing);
  const byDocument = new Map<DocId, KeyedSpan[]>();
  places.forEach(({ doc, start, end }, i) => {
    const key = keys[i]!;
    if (left.delete(key)) append(byDocument, doc, { key, start, end });
  });
  return byDocument;
}
