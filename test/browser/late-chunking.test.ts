import { writeFileSync } from 'node:fs';
import type { ExperimentSpec } from '../../src/domain/experiment/experiment';
import { chooseTemplate, download, expect, exported, test } from './app';

test('late chunking is evaluated as any other setting', { tag: '@full' }, async ({ app }, info) => {
  const { page } = app;
  await app.open();
  await chooseTemplate(page, 'first-ten');
  await page.getByTestId('run-on-sample').click();
  await app.statistics();
  await expect(page.getByTestId('export-json')).toBeVisible();

  const experiment = JSON.parse(await download(page, 'export-experiment')) as ExperimentSpec;
  const plain = experiment.systems[0]!;
  const { chunker } = plain;
  if (chunker?.kind !== 'recursive') throw new Error('the template cuts recursively');
  const late = { ...plain, id: 'late', chunker: { ...chunker, late: true as const } };
  const file = info.outputPath('late.json');
  writeFileSync(file, JSON.stringify({ ...experiment, systems: [plain, late], depth: 88, measures: ['MAP'] }));
  await app.show('New run');
  await page.getByTestId('experiment-input').setInputFiles(file);
  await app.evaluate();

  const { systems } = await exported(page);
  expect(systems.map(({ id }) => id)).toEqual([plain.id, 'late']);
  const [before, after] = systems.map(({ measures }) => measures);
  // Of a bag of tokens the document moves weights alone: by little, but whole rankings tell it.
  expect(after!['MAP']).not.toBe(before!['MAP']);
  expect(Math.abs(after!['MAP']! - before!['MAP']!)).toBeLessThan(0.1);
  // Plain vectors were there; those that are pooled late are others.
  expect((await app.counts())['passage-vectors']).toEqual({ computed: 88, reused: 88 });
  expect(app.errors).toEqual([]);
});
