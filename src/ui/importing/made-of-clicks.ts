import { type ClickJudgments, clickJudgments } from '../../domain/automatic-judges/click-judgments';
import type { ImportedClicks } from '../../domain/dataset/outcome';
import type { Ground } from '../../domain/dataset/supplied/fit';
import { addQuestions, freeId, questionKey } from '../../domain/questions/add';
import { sampledQueries } from '../../domain/questions/sampled-queries';
import type { CollectionRecord } from '../../contract/storage';
import type { WorkbenchPart } from '../../engine/workbench';
import type { ClickChoices } from './click-choices';

/** Of the same log the same questions. */
const SEED = 1;

interface MadeOfClicks {
  /** Texts of the questions that are drawn, the first drawn first. */
  readonly queries: readonly string[];
  /** Of the questions that the collection has, and of those that are drawn; null where none are wanted. */
  readonly judged: ClickJudgments | null;
}

/** What would be added to a collection. */
export function madeOfClicks({ summary }: ImportedClicks, ground: Ground, choices: ClickChoices): MadeOfClicks {
  const there = new Set(ground.queries.map(({ text }) => questionKey(text)));
  const queries = choices.questions ? sampledQueries(summary, there, { count: choices.count, seed: SEED }) : [];
  const taken = new Set<string>(ground.queries.map(({ id }) => id));
  const added = queries.map((text) => {
    const id = freeId(taken, 'imported');
    taken.add(id);
    return { id, text };
  });
  const all = { docs: ground.docs, queries: [...ground.queries, ...added] };
  return { queries, judged: choices.judgments ? clickJudgments(summary, all, choices) : null };
}

/** What was added of a log. */
export interface KeptClicks {
  readonly judgments: number;
  readonly questions: number;
  /** Null where no question was added. */
  readonly record: CollectionRecord | null;
}

/** Adds the questions, then the implicit judgments of all questions, under the name of the log. */
export async function keepClicks(
  { questions }: WorkbenchPart<{ questions: 'read' | 'save' | 'changeAutomaticJudges' }>,
  collection: string,
  clicks: ImportedClicks,
  docs: Ground['docs'],
  choices: ClickChoices,
): Promise<KeptClicks> {
  const before = await questions.read(collection);
  const { queries } = madeOfClicks(clicks, { docs, queries: before.queries }, { ...choices, judgments: false });
  const wanted = queries.map((text) => ({ text, origin: 'imported' as const, needs: [] }));
  const { questions: after, added } = addQuestions(before, wanted, []);
  const record = added.length > 0 ? await questions.save(collection, after, before) : null;
  const { files, summary } = clicks;
  const { by, minImpressions } = choices;
  const judgments = choices.judgments
    ? clickJudgments(summary, { docs, queries: after.queries }, { by, minImpressions }).judgments
    : [];
  if (judgments.length > 0) {
    const source = { kind: 'clicks', files, by, minImpressions } as const;
    const judge = { name: `Clicks (${files.join(', ')})`, source, at: Date.now(), judgments };
    await questions.changeAutomaticJudges(collection, { kind: 'keep', judge });
  }
  return { judgments: judgments.length, questions: added.length, record };
}
