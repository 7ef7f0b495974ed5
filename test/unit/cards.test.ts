import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MODELS, seal } from '../../tools/models/seal.mjs';

describe.each(readdirSync(MODELS))('bundled model %s', (id) => {
  const card = JSON.parse(readFileSync(join(MODELS, id, 'card.json'), 'utf8')) as Record<string, unknown>;

  it('has the revision of the files that are there, which is part of every cache key', () => {
    expect(card).toMatchObject(seal(join(MODELS, id)));
  });

  it('names an interpolation if it reranks, and none otherwise', () => {
    if (card['task'] === 'reranking') expect(card['interpolation']).toBeGreaterThanOrEqual(0);
    else expect(card).toHaveProperty('interpolation', null);
  });

  it('has a card for people', () => {
    expect(readFileSync(join(MODELS, id, 'README.md'), 'utf8')).toMatch(/## Limits/);
  });
});

it('the bundled models are at most 20 MB together', () => {
  const bytes = readdirSync(MODELS).map((id) => seal(join(MODELS, id)).bytes);
  expect(bytes.reduce((a, b) => a + b, 0)).toBeLessThanOrEqual(20e6);
});
