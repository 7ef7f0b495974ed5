import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../src/domain/experiment/catalogue';
import { readExperiment } from '../../src/domain/experiment/experiment-file';
import type { ModelCard } from '../../src/domain/models/card';

const cards = ['hitrate-embedding', 'hitrate-reranker'].map(
  (name) => JSON.parse(readFileSync(`public/models/${name}/card.json`, 'utf8')) as ModelCard,
);
const again = 'make it again: node tools/every-system.mjs';

describe('docs/every-system/experiment.json', () => {
  const read = readExperiment(readFileSync('docs/every-system/experiment.json', 'utf8'), cards, {
    documents: true,
    runs: [],
  });

  it('is an experiment that can be run with the bundled models as they are', () => {
    expect(read.ok ? [] : read.problems, again).toEqual([]);
  });

  it('has every system of the catalogue', () => {
    const ids = read.ok ? read.spec.systems.map(({ id }) => id) : [];
    expect(ids, again).toEqual(expect.arrayContaining(catalogue().map(({ system }) => system.id)));
  });
});
