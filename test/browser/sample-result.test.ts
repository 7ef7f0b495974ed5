import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { ResultRecord } from '../../src/contract/result';
import { parseTypedJson } from '../../src/base/typed-json';
import type { Automation } from '../../src/ui/command-line/automation';
import { expect, test } from './app';

const SHIPPED = new URL('../../public/samples/hitrate-sample/result.bin', import.meta.url);

const DRAWN = new URL('../../src/ui/app/sample-verdict.json', import.meta.url);

/** All that the experiment decides: not when, how fast and on which machine it ran. */
function figures({ systems, ...result }: ResultRecord): unknown {
  const { key, spec, questionsKey, queries, docs, chunkings, warnings, shipped } = result;
  const own = systems.map(({ timings: _, latency: __, vectorSearch: ___, ...rest }) => rest);
  return { key, spec, questionsKey, queries, docs, chunkings, warnings, shipped, systems: own };
}

// In fresh profiles: scores of pairs that were reranked in other batches differ in the seventh digit.

test('the result that ships with the sample is the one that is computed here', async ({ app }) => {
  const { page, url } = app;
  await page.goto(url);
  await page.waitForFunction(() => 'hitrate' in globalThis);
  const fresh = await page.evaluate(async () => {
    const { hitrate } = globalThis as unknown as { hitrate: Automation };
    return hitrate.sampleResult();
  });
  const shipped = parseTypedJson(gunzipSync(readFileSync(SHIPPED)).toString()) as ResultRecord;
  // `npm run sample-result` makes it anew where figures have changed on purpose.
  expect(figures(shipped)).toEqual(figures(parseTypedJson(fresh.result) as ResultRecord));
  expect(JSON.parse(readFileSync(DRAWN, 'utf8'))).toEqual(fresh.verdict);
});
