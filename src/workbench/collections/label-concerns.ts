import {
  CONCERNS_KEY,
  type KeptConcerns,
  type LabelConcern,
  labelConcerns,
  NO_CONCERNS,
  type StaleLabel,
} from '../../domain/documents/stale-labels';
import { pacer } from '../kernel/pace';
import type { Ports } from '../kernel/ports';
import { settledQuestions } from './stored-questions';

export async function concernsOf(ports: Ports, id: string): Promise<LabelConcern[]> {
  const [{ questions }, docs, kept] = await Promise.all([
    settledQuestions(ports, id),
    ports.storage.collections.docs(id),
    keptConcerns(ports, id),
  ]);
  return labelConcerns(docs, questions, kept, pacer());
}

export async function settleConcern(ports: Ports, id: string, key: string, settled: boolean): Promise<LabelConcern[]> {
  const kept = await keptConcerns(ports, id);
  const others = kept.settled.filter((each) => each !== key);
  await keep(ports, id, { ...kept, settled: settled ? [...others, key] : others });
  return concernsOf(ports, id);
}

export async function addStaleLabels(ports: Ports, id: string, stale: readonly StaleLabel[]): Promise<void> {
  if (stale.length === 0) return;
  const kept = await keptConcerns(ports, id);
  await keep(ports, id, { ...kept, stale: [...kept.stale, ...stale] });
}

const keptConcerns = async ({ storage }: Ports, id: string): Promise<KeptConcerns> =>
  ((await storage.artifacts.get(id, CONCERNS_KEY)) as KeptConcerns | null) ?? NO_CONCERNS;

const keep = ({ storage }: Ports, id: string, concerns: KeptConcerns): Promise<void> =>
  storage.artifacts.put(id, CONCERNS_KEY, concerns);
