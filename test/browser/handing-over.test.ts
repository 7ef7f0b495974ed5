import { readFileSync } from 'node:fs';
import { unzipSync } from 'fflate';
import { hasEngineDescriptions, opensearchValidator } from '../engine-descriptions';
import { expect, test } from './app';

test('the sample’s verdict is handed over as a zip', async ({ app }) => {
  test.setTimeout(240_000);
  const { page } = app;
  await page.goto(`${app.url}#/c/sample`);
  await expect(page.getByTestId('verdict')).toBeVisible();
  await page.getByTestId('hand-over-open').click();
  const dialog = page.getByRole('dialog', { name: 'Hand over' });
  await dialog.getByLabel('Engine').selectOption('opensearch');
  await expect(page.getByTestId('handover-refusals')).toContainText('Nearest: BM25 (Lucene) with lengths in one byte.');
  await expect(dialog).toContainText('Nothing of your documents is in the files.');

  const save = async (): Promise<Readonly<Record<string, string>>> => {
    const [saved] = await Promise.all([page.waitForEvent('download'), page.getByTestId('save-handover').click()]);
    expect(saved.suggestedFilename()).toMatch(/opensearch\.zip$/);
    await expect(dialog).toBeHidden();
    const entries = unzipSync(new Uint8Array(readFileSync(await saved.path())));
    return Object.fromEntries(Object.entries(entries).map(([path, bytes]) => [path, new TextDecoder().decode(bytes)]));
  };
  const bare = await save();
  const bodies = ['README.md', 'index.json', 'pipeline.json', 'search.json'];
  expect(Object.keys(bare).sort()).toEqual(bodies);
  expect(bare['README.md']).toContain('The difference between the two was not measured.');

  await page.getByTestId('hand-over-open').click();
  await expect(page.getByTestId('handover-passages')).not.toBeChecked();
  await page.getByTestId('handover-measure').click();
  await expect(page.getByTestId('handover-difference')).toContainText(/nDCG@10 \(95 % interval/, { timeout: 120_000 });
  await page.getByTestId('handover-passages').check();
  await page.getByTestId('handover-vectors').check();
  const whole = await save();
  expect(Object.keys(whole).sort()).toEqual([...bodies, 'passages.ndjson'].sort());
  expect(whole['README.md']).toContain('Against the system itself the nearest one has');
  const json = (path: string): unknown => JSON.parse(whole[path]!);
  const lines = whole['passages.ndjson']!.trim().split('\n');
  const [action, passage] = lines.slice(0, 2).map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(action).toEqual({ index: { _id: expect.any(String) } });
  const { dimension } = (json('index.json') as { mappings: { properties: Record<string, { dimension: number }> } })
    .mappings.properties['vector_1']!;
  expect(passage!['vector_1']).toHaveLength(dimension);
  expect(lines.length % 2).toBe(0);
  if (hasEngineDescriptions()) {
    const body = (file: string, name: string) =>
      opensearchValidator(`namespaces/${file}.yaml#/components/requestBodies/${name}/content/application~1json/schema`);
    expect(body('indices', 'indices.create')(json('index.json'))).toEqual([]);
    expect(body('search_pipeline', 'search_pipeline.put')(json('pipeline.json'))).toEqual([]);
    const asked = whole['search.json']!.replace('"{{vector_1}}"', JSON.stringify(passage!['vector_1']));
    expect(body('_core', 'search')(JSON.parse(asked))).toEqual([]);
  }
  expect(app.errors).toEqual([]);
});
