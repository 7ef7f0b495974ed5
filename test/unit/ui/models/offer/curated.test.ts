import { describe, expect, it } from 'vitest';
import { curatedFor } from '../../../../../src/ui/models/offer/curated';
import { offerOf } from '../../../domain/models/make';

const CURATED = (['embedding', 'reranking', 'generation'] as const).flatMap((task) => curatedFor(task));
const firstOf = (task: 'embedding' | 'reranking', ...languages: readonly string[]) =>
  curatedFor(task, languages).map(({ repository }) => repository);

describe('the curated list', () => {
  it('puts models of many languages first for Chinese, Japanese and Korean, then those of the language alone', () => {
    const chinese = curatedFor('embedding', ['zh']);
    const places = chinese.map(({ languages }) => (languages.includes('many') ? 0 : languages.includes('zh') ? 1 : 2));
    expect(places).toEqual([...places].sort());
    expect(new Set(places)).toEqual(new Set([0, 1, 2]));
    expect(firstOf('embedding', 'ja')[0]).toBe('Xenova/multilingual-e5-small');
    expect(firstOf('reranking', 'ko')[0]).toBe('jinaai/jina-reranker-v2-base-multilingual');
  });

  it('does not take a model for Chinese alone as one for Chinese and Japanese', () => {
    expect(firstOf('embedding', 'zh-CN', 'ja').at(-1)).toBe('Xenova/bge-base-zh-v1.5');
  });

  it('puts English models first for English', () => {
    expect(firstOf('embedding', 'en')[0]).toBe('Xenova/all-MiniLM-L6-v2');
  });

  it('has every model once, and each embedding model is of a family that is known', () => {
    const names = CURATED.map(({ repository }) => repository);
    expect(new Set(names).size).toBe(names.length);
    for (const { repository, task } of CURATED)
      if (task === 'embedding') expect(offerOf({ name: repository }).family, repository).not.toBeNull();
  });
});
