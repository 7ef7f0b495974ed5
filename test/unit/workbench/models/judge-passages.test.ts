import { beforeEach, describe, expect, it } from 'vitest';
import { docId, queryId } from '../../../../src/base/types';
import { DEFAULT_RUBRIC } from '../../../../src/domain/questions/rubric-prompt';
import {
  type PassageToJudge,
  judgePassages,
  type PassagesProgress,
} from '../../../../src/workbench/models/judge-passages';
import { keep, madeUp, MODELS, openWorkshop, type Workshop } from '../workshop';
import { scripted } from './scripted-generator';

const context = () => {
  const [ending, stopping] = [new AbortController(), new AbortController()];
  const steps: PassagesProgress[] = [];
  const all = {
    signal: ending.signal,
    stop: stopping.signal,
    progress: (step: PassagesProgress) => void steps.push(step),
  };
  return { ending, stopping, steps, all };
};

const passages: readonly PassageToJudge[] = ['amber', 'birch', 'copper', 'delta', 'ember', 'fjord', 'grove'].map(
  (text, i) => ({
    query: queryId(`q${i % 2}`),
    doc: docId(`d${i}`),
    span: null,
    question: i % 2 ? 'birch' : 'amber',
    text,
  }),
);

describe('passages that a model judges', () => {
  let workshop: Workshop;
  let id: string;

  beforeEach(async () => {
    workshop = await openWorkshop();
    id = (await keep(workshop, madeUp(5, 4))).id;
  });

  describe('a reranker', () => {
    const { id: model, revision, maxTokens } = MODELS[1]!;
    const reranker = { kind: 'reranker', model, revision, maxTokens, device: 'wasm' } as const;

    it('gives each its score, and none twice', async () => {
      const first = context();
      const judged = await judgePassages(workshop.ports, id, reranker, passages, first.all);
      expect(judged.map(({ doc }) => doc)).toEqual(passages.map(({ doc }) => doc));
      expect(judged[0]!.score).toBeCloseTo(1, 6);
      expect(judged[0]!.score).toBeGreaterThan(judged[2]!.score!);
      expect(first.steps[0]).toEqual({ done: 0, total: 7, failed: 0, writing: null });
      expect(first.steps.at(-1)).toMatchObject({ done: 7, total: 7 });
      expect(workshop.work.scored).toBe(7);
      expect(await judgePassages(workshop.ports, id, reranker, passages, context().all)).toEqual(judged);
      expect(workshop.work.scored).toBe(7);
    });

    it('goes on where it was stopped, and what was scored until then is the result', async () => {
      const { stopping, all } = context();
      const half = await judgePassages(workshop.ports, id, reranker, passages, {
        ...all,
        progress: ({ done }) => {
          if (done > 0) stopping.abort();
        },
      });
      expect(half.map(({ query }) => query)).toEqual(['q0', 'q0', 'q0', 'q0']);
      expect(workshop.work.scored).toBe(4);
      await judgePassages(workshop.ports, id, reranker, passages, context().all);
      expect(workshop.work.scored).toBe(7);
    });

    it('is refused where it is another model now', async () => {
      const other = { ...reranker, revision: 'r2' };
      await expect(judgePassages(workshop.ports, id, other, passages, context().all)).rejects.toMatchObject({
        code: 'model-changed',
      });
    });
  });

  describe('a text-generation model', () => {
    const judgeOf = (model: ReturnType<typeof scripted>) =>
      ({ kind: 'generation', ...model.generator, prompt: DEFAULT_RUBRIC, maxNewTokens: 20 }) as const;

    it('gives each the grade of its reply, and the replies are kept', async () => {
      const model = scripted(workshop.ports, (prompt) => (prompt.includes('\nbirch\n</passage>') ? 'No.' : 'Grade: 2'));
      const { steps, all } = context();
      const judged = await judgePassages(model.ports, id, judgeOf(model), passages, all);
      expect(judged).toHaveLength(7);
      expect(judged.find(({ doc }) => doc === 'd1')).toMatchObject({ score: null, reply: 'No.' });
      expect(judged.filter(({ score }) => score === 2)).toHaveLength(6);
      expect(judged[0]!.reply).toBe('Grade: 2');
      expect(steps.at(-1)).toMatchObject({ done: 7, failed: 1 });
      expect(model.asked[0]).toContain('<question>\namber\n</question>');
      expect(model.asked[0]).toContain('<passage>\namber\n</passage>');
    });

    it('goes on where it was stopped; another rubric asks anew', async () => {
      const { stopping, all } = context();
      let calls = 0;
      const first = scripted(workshop.ports, async () => {
        if (++calls < 3) return '1';
        stopping.abort();
        return new Promise<string>(() => undefined);
      });
      expect(await judgePassages(first.ports, id, judgeOf(first), passages, all)).toHaveLength(2);
      const second = scripted(workshop.ports, () => '1');
      expect(await judgePassages(second.ports, id, judgeOf(second), passages, context().all)).toHaveLength(7);
      expect(second.asked).toHaveLength(5);
      const other = { ...judgeOf(second), prompt: `${DEFAULT_RUBRIC}!` };
      await judgePassages(second.ports, id, other, passages, context().all);
      expect(second.asked).toHaveLength(12);
    });

    it('cancelled has no result', async () => {
      const { ending, all } = context();
      const model = scripted(workshop.ports, async () => {
        ending.abort();
        return new Promise<string>(() => undefined);
      });
      await expect(judgePassages(model.ports, id, judgeOf(model), passages, all)).rejects.toThrow();
    });
  });
});
