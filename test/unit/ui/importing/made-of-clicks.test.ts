import { describe, expect, it } from 'vitest';
import { docId, queryId } from '../../../../src/base/types';
import type { AutomaticJudge } from '../../../../src/domain/automatic-judges/judgments';
import type { ImportedClicks } from '../../../../src/domain/dataset/outcome';
import type { Questions } from '../../../../src/contract/storage';
import { areClickChoices, CLICK_CHOICES } from '../../../../src/ui/importing/click-choices';
import { drawnQueries, judgedByClicks, keepClicks } from '../../../../src/ui/importing/made-of-clicks';
import { goldenLog } from '../../domain/click-logs/golden-log';

const clicks: ImportedClicks = {
  files: ['clicks.csv'],
  report: { records: 1, impressions: 1, clicks: 1, findings: [] },
  summary: goldenLog(),
};
const docs = ['0', '1', '2', '3', '4'].map(docId);
const person = { query: queryId('own'), doc: docId('0'), grade: 0 };
const before: Questions = {
  queries: [{ id: queryId('own'), text: 'Q3?' }],
  judgments: [person],
} as unknown as Questions;

/** What is saved of the questions and of the judges. */
function bench() {
  const saved: { questions: Questions | null; judges: AutomaticJudge[] } = { questions: null, judges: [] };
  const questions = {
    read: () => Promise.resolve(before),
    save: (_: string, after: Questions) => {
      saved.questions = after;
      return Promise.resolve({ id: 'c' } as never);
    },
    changeAutomaticJudges: (_: string, edit: { kind: string; judge?: AutomaticJudge }) => {
      if (edit.judge) saved.judges.push(edit.judge);
      return Promise.resolve({ judges: saved.judges });
    },
  };
  return { saved, workbench: { questions } };
}

describe('what is made of a log', () => {
  it('is shown as it is kept: questions that are new, and judgments of all questions', async () => {
    const choices = { ...CLICK_CHOICES, count: 2, minImpressions: 1 };
    const ground = { docs, queries: before.queries };
    const queries = drawnQueries(clicks, ground, choices);
    const judged = judgedByClicks(clicks, ground, queries, choices)!;
    const { saved, workbench } = bench();
    const kept = await keepClicks(workbench, 'c', clicks, docs, choices);
    expect(kept).toMatchObject({ questions: 2, judgments: judged.judgments.length });
    expect(saved.questions!.queries.map(({ text }) => text)).toEqual(['Q3?', ...queries]);
    expect(saved.judges[0]!.judgments).toEqual(judged.judgments);
    expect(new Set(saved.judges[0]!.judgments.map(({ query }) => query)).size).toBe(3);
  });

  it('is marked as implicit, and leaves what people judged as it is', async () => {
    const { saved, workbench } = bench();
    await keepClicks(workbench, 'c', clicks, docs, { ...CLICK_CHOICES, minImpressions: 1 });
    expect(saved.judges[0]).toMatchObject({
      name: 'Clicks (clicks.csv)',
      source: { kind: 'clicks', files: ['clicks.csv'], by: 'coec', minImpressions: 1 },
    });
    expect(saved.questions!.judgments).toEqual([person]);
  });

  it('is nothing that was not chosen', async () => {
    const { saved, workbench } = bench();
    const none = { ...CLICK_CHOICES, judgments: false, questions: false };
    expect(await keepClicks(workbench, 'c', clicks, docs, none)).toEqual({ judgments: 0, questions: 0, record: null });
    expect(saved).toEqual({ questions: null, judges: [] });
    expect(areClickChoices(none)).toBe(false);
    expect(areClickChoices({ ...CLICK_CHOICES, count: 0 })).toBe(false);
    expect(areClickChoices({ ...CLICK_CHOICES, minImpressions: NaN })).toBe(false);
    expect(areClickChoices(CLICK_CHOICES)).toBe(true);
  });
});
