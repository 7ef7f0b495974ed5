import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, exported, test } from './app';

test.use({ profile: 'shared' });

test('passages too long to be read whole are told, from the cache too', { tag: '@full' }, async ({ app }) => {
  const folder = mkdtempSync(join(tmpdir(), 'hitrate-long-'));
  const path = join(folder, 'long.json');
  const corpus = {
    // A tokenizer that reads all of it overflows its stack.
    chinese: `半导体产业${'日本的材料与设备行业仍然具有竞争力'.repeat(18_000)}`,
    english: `glass houses ${'and the long road home '.repeat(2000)}`,
    short: '玻璃与陶瓷',
    empty: '',
  };
  const queries = { q1: '半导体产业有竞争力吗', q2: 'glass houses' };
  writeFileSync(path, JSON.stringify({ queries, corpus, relevant_docs: { q1: ['chinese'], q2: ['english'] } }));
  await app.open();
  await app.pick(path);
  await app.add('Long');
  for (const depth of [100, 50]) {
    if (depth === 50) {
      await app.show('New run');
      await app.page.locator('summary', { hasText: 'Settings' }).click();
      await app.page.getByLabel('Depth', { exact: false }).first().fill('50');
    }
    await app.evaluate();
    const result = await exported(app.page);
    expect(result.systems).toHaveLength(6);
    const warnings = result.manifest['warnings'] as { code: string; message: string }[];
    expect(warnings.find(({ code }) => code === 'truncated-passages')?.message).toContain('2 passages of 4');
    expect(warnings.find(({ code }) => code === 'truncated-pairs')).toBeDefined();
    await expect(app.page.getByTestId('caveats').getByText(/longer than the embedding model reads/)).toBeVisible();
  }
  expect(app.errors).toEqual([]);
  rmSync(folder, { recursive: true });
});
