import { HitrateError } from '../../../contract/errors';
import { type Condition, fieldValues, openCondition } from '../../../domain/retrieval/metadata/condition';
import type { ConditionSpec } from '../../../domain/retrieval/metadata/metadata-spec';
import { chunks, type StageContext } from '../stage-context';

/** Texts sent to the worker at a time: few enough to stop soon after a cancel. */
const BATCH = 2000;

/** Makes a condition on the metadata of the collection ready; the worker of words takes texts apart where it must. */
export async function conditionOf(environment: StageContext, spec: ConditionSpec): Promise<Condition> {
  const { corpus, queries } = environment;
  if (spec.kind !== 'question') return openCondition(spec, corpus.docs, () => []);
  const questions = queries.map(({ text }) => text);
  const terms = await termsOf(environment, spec, [...fieldValues(spec.field, corpus.docs), ...questions]);
  return openCondition(spec, corpus.docs, (text) => terms.get(text)!);
}

async function termsOf(
  { ports, signal }: StageContext,
  { analyzer, field }: Extract<ConditionSpec, { kind: 'question' }>,
  texts: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const worker = ports.lexical.with(signal);
  const terms = new Map<string, readonly string[]>();
  for (const batch of chunks([...new Set(texts)], BATCH)) {
    signal.throwIfAborted();
    const found = await worker.terms({ analyzer, texts: batch });
    batch.forEach((text, i) => terms.set(text, found[i]!));
  }
  if ([...terms.values()].every((each) => each.length === 0))
    throw new HitrateError('system-no-field-terms', { field });
  return terms;
}
