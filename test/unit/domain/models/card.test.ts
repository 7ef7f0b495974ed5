import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isBundled, type ModelCard } from '../../../../src/domain/models/card';

describe('a model', () => {
  it.each(['hitrate-embedding', 'hitrate-reranker'])('came with the app: %s', (name) => {
    const { id } = JSON.parse(readFileSync(`public/models/${name}/card.json`, 'utf8')) as ModelCard;
    expect(isBundled(id)).toBe(true);
  });

  it('was added where its id names a commit', () => {
    expect(isBundled('someone/reranker@0123abc/q8')).toBe(false);
  });
});
