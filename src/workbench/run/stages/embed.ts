import type { StageId } from '../../../contract/result';
import type { DenseSpec } from '../../../domain/retrieval/retriever-spec';
import type { EmbeddedBatch, ModelRequest } from '../../../contract/model-workers';
import { modelRequest } from '../../kernel/ports';
import type { RowCache } from '../../kernel/row-cache';
import { vectorStages, type StageContext, stageKey, type Versions, type LatePooling } from '../stage-context';
import { type Embedded, vectorRow, VectorTable } from './vector-table';
import { append } from '../../../base/containers';
import type { DocId, Span } from '../../../base/types';
import { textKey } from '../../../domain/dataset/corpus';

/** The more, the more are as long as others; their tokens are in memory meanwhile. */
const CALL_TEXTS = 1000;
const CALL_CHARACTERS = 2 ** 20;

export function vectorNamespace(versions: Versions, spec: DenseSpec, role: 'passage' | 'question'): string {
  const prefix = role === 'passage' ? spec.passagePrefix : spec.queryPrefix;
  return stageKey(versions, 'models', `embed-${role}`, vectorStages(`${role}-vectors`, spec), {
    ...encoderIdentity(spec),
    prefix,
  });
}

function encoderIdentity({ model, revision, device, maxTokens, pooling, normalise }: DenseSpec) {
  return { model, revision, device, maxTokens, pooling, normalise };
}

type Filled = { readonly rows: RowCache; readonly table: VectorTable };

type Fill = (request: ModelRequest, into: Filled, missing: ReadonlySet<string>) => Promise<void>;

/** What is held, or the rows that are kept, with those that `fill` adds. */
async function heldOr(
  context: StageContext,
  stage: 'passage-vectors' | 'question-vectors',
  spec: DenseSpec,
  namespace: string,
  keys: readonly string[],
  fill: Fill,
): Promise<Embedded> {
  const { tracker, ports } = context;
  const isQuestion = stage === 'question-vectors';
  const holder = context.held[isQuestion ? 'question' : 'passage'];
  tracker.expect(stage, keys.length);
  const held = holder.get(namespace, keys);
  if (held) {
    tracker.reused(stage, keys.length);
    tracker.finish(stage);
    return held;
  }
  holder.forget();
  const rows = context.rows(namespace);
  const table = new VectorTable(keys, !isQuestion && ports.isolated);
  const missing = await rows.read(keys, (key, row) => table.take(key, row));
  tracker.reused(stage, keys.length - missing.size);
  try {
    if (missing.size > 0) {
      const request = await loadEncoder(context, spec);
      tracker.restart(stage);
      await fill(request, { rows, table }, missing);
    }
  } finally {
    await rows.flush();
  }
  tracker.finish(stage);
  // Read in windows every token is read: nothing is cut off.
  const embedded = table.finish(stage === 'passage-vectors' && context.late ? Infinity : spec.maxTokens);
  return isQuestion || embedded.memory ? holder.hold(namespace, keys, embedded) : embedded;
}

export async function embed(
  context: StageContext,
  stage: 'passage-vectors' | 'question-vectors',
  spec: DenseSpec,
  texts: readonly string[],
  keys: readonly string[],
): Promise<Embedded> {
  const role = stage === 'passage-vectors' ? 'passage' : 'question';
  const prefix = role === 'passage' ? spec.passagePrefix : spec.queryPrefix;
  const namespace = vectorNamespace(context.ports.versions, spec, role);
  return heldOr(context, stage, spec, namespace, keys, async (request, into, missing) => {
    const left = new Set(missing);
    const todo = texts.map((text, i) => ({ key: keys[i]!, text })).filter(({ key }) => left.delete(key));
    for (const some of calls(todo)) await embedSome(context, stage, request, prefix, into, some);
  });
}

export async function embedAlone(
  { ports, signal }: Pick<StageContext, 'ports' | 'signal'>,
  spec: DenseSpec,
  question: string,
): Promise<EmbeddedBatch> {
  const request = await modelRequest(ports, spec);
  return ports.encoder.with(signal).embed({ ...request, texts: [spec.queryPrefix + question] });
}

type Todo = { readonly key: string; readonly text: string };

function* calls(items: readonly Todo[]): Generator<readonly Todo[]> {
  const ordered = [...items].sort((a, b) => b.text.length - a.text.length);
  for (let at = 0; at < ordered.length;) {
    const size = Math.min(CALL_TEXTS, Math.floor(CALL_CHARACTERS / Math.max(1, ordered[at]!.text.length)));
    yield ordered.slice(at, (at += Math.max(1, size)));
  }
}

export async function loadEncoder(context: StageContext, spec: DenseSpec): Promise<ModelRequest> {
  const { ports, signal, tracker, loaded } = context;
  tracker.say('loading-embedding', null);
  const request = await modelRequest(ports, spec);
  loaded.set(loadedAs(loaded, 'embedding', spec.model), await ports.encoder.with(signal).load(request));
  tracker.saidAll();
  return request;
}

export function loadedAs(loaded: StageContext['loaded'], role: string, model: string): string {
  const first = loaded.get(role);
  return first === undefined || first.model === model ? role : `${role}: ${model}`;
}

async function embedSome(
  context: StageContext,
  stage: StageId,
  request: ModelRequest,
  prefix: string,
  into: Filled,
  some: readonly Todo[],
): Promise<void> {
  const failed = new AbortController();
  const signal = AbortSignal.any([context.signal, failed.signal]);
  const texts = some.map(({ text }) => prefix + text);
  const remarks = await context.ports.encoder
    .with(signal)
    .embedEach({ ...request, texts }, async ({ places, ...embedded }) => {
      try {
        const batch = Array.from(places, (place) => some[place]!);
        await addVectors(into, batch, embedded, embedded.tokens);
        context.tracker.computed(stage, batch.length);
      } catch (error) {
        failed.abort(error);
      }
    });
  context.remarks.push(...remarks);
}

async function addVectors(
  { rows, table }: Filled,
  items: readonly { readonly key: string }[],
  { vectors, dimensions, milliseconds }: Pick<EmbeddedBatch, 'vectors' | 'dimensions' | 'milliseconds'>,
  tokens?: Uint32Array,
): Promise<void> {
  const made = items.map(({ key }, i) => {
    const vector = vectors.subarray(i * dimensions, (i + 1) * dimensions);
    return [key, vectorRow(milliseconds / items.length, tokens?.[i] ?? 0, vector)] as const;
  });
  for (const [key, row] of made) table.take(key, row);
  await rows.write(made);
}

export function lateNamespace(versions: Versions, spec: DenseSpec): string {
  return stageKey(versions, 'models', 'embed-late', ['late-vectors'], {
    ...encoderIdentity(spec),
    prefix: spec.passagePrefix,
  });
}

/**
 * Passages pooled from tokens of whole documents (Günther et al. 2024, "Late chunking"), without their contexts.
 * @throws {HitrateError} `model-unavailable` where the model gives no vectors of tokens
 */
export async function embedLate(context: StageContext, spec: DenseSpec, late: LatePooling): Promise<Embedded> {
  const { tracker, ports, signal } = context;
  const namespace = lateNamespace(ports.versions, spec);
  const docs = new Map<DocId, string>([...late.texts].map(([id, text]) => [id, textKey(text)]));
  const keys = late.places.map(({ doc, start, end }) => `${docs.get(doc)!}:${start}-${end}`);
  const { passagePrefix: prefix } = spec;
  return heldOr(context, 'passage-vectors', spec, namespace, keys, async (request, into, missing) => {
    for (const [doc, spans] of spansByDocument(late, keys, missing)) {
      signal.throwIfAborted();
      const pooled = await ports.encoder.with(signal).embedSpans({
        ...request,
        text: prefix + late.texts.get(doc)!,
        spans: spans.map(({ start, end }) => ({ start: start + prefix.length, end: end + prefix.length })),
      });
      context.remarks.push(...pooled.remarks);
      await addVectors(into, spans, pooled);
      tracker.computed('passage-vectors', spans.length);
    }
  });
}

function spansByDocument({ places }: LatePooling, keys: readonly string[], missing: ReadonlySet<string>) {
  const left = new Set(missing);
  const byDocument = new Map<DocId, (Span & { readonly key: string })[]>();
  places.forEach(({ doc, start, end }, i) => {
    const key = keys[i]!;
    if (left.delete(key)) append(byDocument, doc, { key, start, end });
  });
  return byDocument;
}
