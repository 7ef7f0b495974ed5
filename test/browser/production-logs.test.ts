import { readFileSync } from 'node:fs';
import { uniform } from '../../src/domain/statistics/random';
import { expect, test } from './app';
import { looks } from './axe';
import { beirFolder, jsonLines, temporaryFile } from './made-collection';

test.use({ profile: 'shared' });

const RESPONSES = 'test/fixtures/engine-results/msearch.responses.json';
const REQUESTS = 'test/fixtures/engine-results/msearch.requests.ndjson';

interface Hits {
  readonly hits: { readonly hits: { _id: string; _source?: object }[] };
}

const TOPICS = ['tides', 'lanterns', 'herring', 'anchors', 'ropes', 'gulls'];

/** A collection of six documents and one question, and a log of User Behavior Insights about it. */
function clicked(): { readonly folder: string; readonly log: string } {
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
    const click = {
      action_name: 'click',
      query_id: `u${i}`,
      session_id: 's',
      timestamp: query.timestamp,
      event_attributes: { object: { object_id: hits[0] }, position: { ordinal: 1 } },
    };
    return random() < (i % 2 === 0 ? 0.8 : 0.3) ? [query, click] : [query];
  });
  const log = temporaryFile('ubi.jsonl', jsonLines(records.flat()));
  const docs = TOPICS.map((topic) => ({ _id: topic, text: `All about ${topic} and the harbour.` }));
  const folder = beirFolder(docs, [{ _id: 'q1', text: 'tides of the harbour' }], { test: [['q1', 'tides', 1]] });
  return { folder, log };
}

test('responses of a multi-search become a run that is previewed with what did not match; a log of clicks gives questions and a judge', async ({
  app,
}) => {
  const { page } = app;
  await app.open();
  const { responses } = JSON.parse(readFileSync(RESPONSES, 'utf8')) as { responses: Hits[] };
  // Its title would tell it.
  Object.assign(responses[0]!.hits.hits[1]!, { _id: 'not-here', _source: {} });
  const path = temporaryFile('production.json', JSON.stringify({ took: 1, responses }));
  await app.pick(path, REQUESTS);
  const preview = page.getByTestId('import-preview');
  await expect(preview.getByTestId('engine-match')).toContainText(
    '12 lists of 12 matched, 12 by the text of the question; up to 5 passages each, found by “_id”; median latency',
  );
  await expect(preview).toContainText('1 of 60 hits are not in the collection');
  await expect(preview).toContainText('“not-here” at responses[0].hits.hits[1]');
  await looks(page, 'a run');
  const name = preview.getByLabel('System');
  await name.fill('bm25');
  await expect(preview).toContainText('Another system has this name.');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true })).toBeDisabled();
  await name.fill('Production');
  await app.add();
  await expect(page.getByTestId('runs')).toContainText('Production');

  const { folder, log } = clicked();
  await app.pickFolder(folder);
  await app.add('Harbour');
  await app.give(log);
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
