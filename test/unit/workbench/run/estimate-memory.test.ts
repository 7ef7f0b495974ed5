import { expect, it } from 'vitest';
import type { CollectionRecord } from '../../../../src/contract/storage';
import type { Settings } from '../../../../src/domain/experiment/settings';
import { bytesOf } from '../../../../src/workbench/run/estimate';
import { experiment, MODELS } from '../workshop';

const collection = { summary: { languages: [] } } as unknown as CollectionRecord;
const passages = { passages: 100, characters: 10_000 } as Parameters<typeof bytesOf>[2];
const megabytes = (...systems: Settings['systems']): number =>
  bytesOf(MODELS, collection, passages, experiment({ systems }), 26) / 1e6;

it('counts the runtime once, and each network, as was measured of the bundled models', () => {
  expect(megabytes('bm25')).toBeLessThan(1);
  const one = megabytes('embedding');
  const two = megabytes('embedding', 'ensemble-rerank');
  expect(one).toBeGreaterThan(270);
  expect(two - one).toBeGreaterThan(70);
  expect(two - one).toBeLessThan(120);
});
