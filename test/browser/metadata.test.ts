import { expect, exported, test } from './app';
import { beirFolder } from './made-collection';

test.use({ profile: 'shared' });

const KINDS = 'amber birch copper delta ember fjord grove heron'.split(' ');
const CATEGORIES = ['Running shoes', 'Shoes', 'Hats', 'Handbags'];
/** A shop: what is asked for is a kind of a category, which stands in the metadata alone; one question names no category. */
function shop(): string {
  const docs = Array.from({ length: 96 }, (_, i) => ({
    _id: `p${i}`,
    title: '',
    text: `Item ${i}: ${KINDS[i % 8]}, also seen with ${KINDS[(i + 1 + (i % 5)) % 8]}.`,
    metadata: { category: CATEGORIES[Math.floor(i / 8) % 4], price: 10 + (i % 7) },
  }));
  const queries = Array.from({ length: 24 }, (_, q) => ({
    _id: `q${q}`,
    text: q % 6 === 5 ? KINDS[q % 8]! : `${KINDS[q % 8]} ${CATEGORIES[q % 4]!.toLowerCase()}`,
  }));
  const isRight = (q: number, i: number) => i % 8 === q % 8 && docs[i]!.metadata.category === CATEGORIES[q % 4];
  return beirFolder(docs, queries, {
    test: queries.flatMap(({ _id }, q) =>
      docs.flatMap((doc, i) => (isRight(q, i) ? [[_id, doc._id, 1] as const] : [])),
    ),
  });
}

test('metadata is imported, searched as a route, filtered by and boosted', async ({ app }) => {
  const { page } = app;
  const editor = page.getByTestId('system-editor');
  await app.open();
  await app.pickFolder(shop());
  await expect(page.getByTestId('fields')).toContainText('category every document: Running shoes, Shoes, Hats, …');
  await expect(page.getByTestId('fields')).toContainText('price every document: 10 to 16');
  await app.add('Shop');
  await app.choose();

  const begin = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: 'New custom system' }).click();
    await editor.getByLabel('Name').fill(name);
    await editor.getByLabel('Another retriever').selectOption('lexical');
    await editor.getByRole('button', { name: 'Add it' }).click();
    await editor.getByRole('button', { name: 'Remove retriever 1' }).click();
  };
  const keep = (): Promise<void> => editor.getByRole('button', { name: 'Keep' }).click();

  await begin('text');
  await keep();
  await page.getByRole('button', { name: 'Add systems' }).click();
  await page.getByTestId('add-systems').getByLabel('boost-by-category').check();
  await page.getByTestId('add-systems').getByRole('button', { name: 'Add 1 system' }).click();
  await begin('route');
  const searched = editor.getByRole('group', { name: 'Searched fields' });
  for (const name of ['category', 'title', 'text']) await searched.getByLabel(name, { exact: true }).click();
  await expect(editor).toContainText('BM25 (Lucene) of “category”');
  await keep();
  await begin('filtered');
  await editor.getByLabel('Filter', { exact: true }).selectOption('question');
  await editor.getByLabel('Boost', { exact: true }).selectOption('number');
  await expect(editor.getByLabel('Field of the boost')).toHaveValue('price');
  await editor.getByLabel('Weight of the boost').fill('0.01');
  await keep();
  await expect(page.getByTestId('composed')).toContainText('only what the question names of “category”');

  await app.evaluate();
  await expect(page.getByTestId('caveats')).toContainText('left 4 of the 24 questions as they were');
  const { systems } = await exported(page);
  const ndcg = Object.fromEntries(systems.map(({ id, measures }) => [id, measures['nDCG@5']!]));
  expect(ndcg['filtered']).toBeGreaterThan(ndcg['text']! + 0.2);
  expect(ndcg['boost-by-category']).toBeGreaterThan(ndcg['text']! + 0.2);
  expect(ndcg['route']).not.toBe(ndcg['text']);

  await app.show('Documents');
  await expect(page.locator('#panel').locator('dl').first()).toHaveText(
    /^\s*category\s*Running shoes\s*price\s*10\s*$/,
  );
  expect(app.errors).toEqual([]);
});
