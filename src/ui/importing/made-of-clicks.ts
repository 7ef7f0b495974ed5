import { type ClickJudgments, clickJudgments } from '../../domain/automatic-judges/click-judgments';
import type { ImportedClicks } from '../../domain/dataset/outcome';
import type { Ground } from '../../domain/dataset/supplied/fit';
import { addQuestions, freeId, questionKey } from '../../domain/questions/add';
import { sampledQueries } from '../../domain/questions/sampled-queries';
import type { CollectionRecord } from '../../contract/storage';
import type { WorkbenchPart } from '../../workbench/workbench';
import type { ClickChoices } from './click-choices';

/** Of the same log the same questions. */
const SEED = 1;

export function drawnQueries({ summary }: ImportedClicks, ground: Ground, choices: ClickChoices): readonly string[] {
  if (!choices.questions) return [];
  const there = new Set(ground.queries.map(({ text }) => questionKey(text)));
  return sampledQueries(summary, there, { count: choices.count, seed: SEED });
}

export function judgedByClicks(
  { summary }: ImportedClicks,
  ground: Ground,
  drawn: readonly string[],
  choices: ClickChoices,
): ClickJudgments | null {
  if (!choices.judgments) return null;
  const taken = new Set<string>(ground.queries.map(({ id }) => id));
  const added = drawn.map((text) => {
    const id = freeId(taken, 'imported');
    taken.add(id);
    return { id, text };
  });
  return clickJudgments(summary, { docs: ground.docs, queries: [...ground.queries, ...added] }, choices.minImpressions);
}

export interface KeptClicks {
  readonly judgments: number;
  readonly questions: number;
  readonly record: CollectionRecord | null;
}

export async function keepClicks(
  { questions }: WorkbenchPart<{ questions: 'read' | 'save' | 'changeAutomaticJudges' }>,
  collection: string,
  clicks: ImportedClicks,
  docs: Ground['docs'],
  choices: ClickChoices,
): Promise<KeptClicks> {
  const before = await questions.read(collection);
  const wanted = drawnQueries(clicks, { docs, queries: before.queries }, choices).map((text) => ({
    text,
    origin: 'imported' as const,
    needs: [],
  }));
  const { questions: after, added } = addQuestions(before, wanted, []);
  const record = added.length > 0 ? await questions.save(collection, after, before) : null;
  const { files, summary } = clicks;
  const { minImpressions } = choices;
  const judgments = choices.judgments
    ? clickJudgments(summary, { docs, queries: after.queries }, minImpressions).judgments
    : [];
  if (judgments.length > 0) {
    const source = { kind: 'clicks', files, by: 'coec', minImpressions } as const;
    const judge = { name: `Clicks (${files.join(', ')})`, source, at: Date.now(), judgments };
    await questions.changeAutomaticJudges(collection, { kind: 'keep', judge });
  }
  return { judgments: judgments.length, questions: added.length, record };
}
