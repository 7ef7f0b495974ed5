import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { uniform } from '../../src/domain/statistics/random';
import { expect, test } from './app';

test.use({ profile: 'shared' });

const TOPICS = ['tides', 'lanterns', 'herring', 'anchors', 'ropes', 'gulls'];

/** A collection of six documents and one question, and a log of User Behavior Insights about it. */
function files(): { readonly folder: string; readonly log: string } {
  const folder = mkdtempSync(join(tmpdir(), 'hitrate-clicks-'));
  const lines = (records: readonly object[]): string => `${records.map((each) => JSON.stringify(each)).join('\n')}\n`;
  const write = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  write('corpus.jsonl', lines(TOPICS.map((topic) => ({ _id: topic, text: `All about ${topic} and the harbour.` }))));
  write('queries.jsonl', lines([{ _id: 'q1', text: 'tides of the harbour' }]));
  write('qrels.tsv', 'query-id\tcorpus-id\tscore\nq1\ttides\t1\n');
  const random = uniform(7);
  const records = Array.from({ length: 600 }, (_, i) => {
    const at = Math.floor(random() ** 2 * TOPICS.length);
    const hits = [...TOPICS.slice(at), ...TOPICS.slice(0, at)].slice(0, 3);
    const query = {
      query_id: `u${i}`,
      client_id: `person-${i % 7}`,
      user_query: `${TOPICS[at]} of the harbour`,
      timestamp: new Date(1.76e12 + i * 1000).toISOString(),
      query_response_hit_ids: hits,
    };
    const clicked = random() < (i % 2 === 0 ? 0.8 : 0.3);
    const click = {
      action_name: 'click',
      query_id: `u${i}`,
      session_id: 's',
      timestamp: query.timestamp,
      event_attributes: { object: { object_id: hits[0] }, position: { ordinal: 1 } },
    };
    return clicked ? [query, click] : [query];
  });
  const log = mkdtempSync(join(tmpdir(), 'hitrate-log-'));
  const path = join(log, 'ubi.jsonl');
  writeFileSync(path, lines(records.flat()));
  return { folder, log: path };
}

test('a log of clicks is shown with what is in it, and gives questions and an automatic judge', async ({ app }) => {
  const { page } = app;
  const { folder, log } = files();
  await app.open();
  await app.pickFolder(folder);
  await app.add('Harbour');
  await app.give(log);
  const preview = page.getByTestId('import-preview');
  await expect(preview).toContainText('600 impressions');
  await expect(preview.getByTestId('click-findings')).toContainText('without a click');
  await expect(preview.getByTestId('click-questions')).toContainText('5 new questions');
  await expect(preview.getByTestId('click-judgments')).toContainText('of 6 questions');
  expect(await preview.textContent()).not.toContain('person-');

  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(preview).toHaveCount(0);
  await app.show('Question editor');
  await expect(page.getByText('ropes of the harbour').first()).toBeVisible();
  expect(app.errors).toEqual([]);
});
