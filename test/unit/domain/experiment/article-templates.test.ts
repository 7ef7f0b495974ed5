import { expect, it } from 'vitest';
import { ARTICLE_TEMPLATES, type Template } from '../../../../src/domain/experiment/article-templates';

const input = { docs: 60, languages: [{ language: 'en', share: 1 }], judged: 5, embeddingModels: [], runs: 0 };
const of = (id: string): Template => ARTICLE_TEMPLATES.find((each) => each.id === id)!;

it('five articles are there, and what learns rankers needs a question for each fold', () => {
  expect(ARTICLE_TEMPLATES).toHaveLength(5);
  const { need } = of('weighted-routes');
  expect(need!({ ...input, judged: 4 })).toEqual({ code: 'judged-questions', data: { judged: 4, least: 5 } });
  expect(need!(input)).toBeNull();
});

it('the article on measures asks for graded gains, and for recall of what k can hold', () => {
  const { families, measures } = of('graded-measures').settings(input);
  expect([families, measures]).toEqual([['HitRate', 'P', 'Recall', 'RecallCapped', 'MRR', 'nDCGexp'], ['MAP']]);
});
