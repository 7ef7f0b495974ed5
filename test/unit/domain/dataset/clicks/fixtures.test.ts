import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../make';

const fixture = (name: string): string => readFileSync(`test/fixtures/engine-results/${name}`, 'utf8');
const QUERIES = fixture('ubi-queries.jsonl');
const EVENTS = fixture('ubi-events.jsonl');

/** Schemas of User Behavior Insights, which are other people's and not in this repository. */
const SCHEMAS = '../shared/engines/ubi';

describe('a log of User Behavior Insights, written after its published schemas', () => {
  it.skipIf(!existsSync(SCHEMAS))('is as they say (skipped where they are absent)', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    (addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
    const schemaOf = (name: string) =>
      // Its names of actions match "one of" a list and any text, which is both: any of them is meant.
      ajv.compile(
        JSON.parse(readFileSync(`${SCHEMAS}/${name}.schema.json`, 'utf8').replaceAll('"oneOf"', '"anyOf"')) as object,
      );
    for (const [name, text] of [
      ['query.request', QUERIES],
      ['event', EVENTS],
    ] as const) {
      const validate = schemaOf(name);
      const records = text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as object);
      for (const record of records) expect(validate(record), JSON.stringify(validate.errors)).toBe(true);
      expect(validate({ ...records[0]!, timestamp: 5 })).toBe(false);
    }
  });

  it('is read whole: what was shown, what was clicked, and what is left out', async () => {
    const outcome = await outcomeOf({ 'ubi-queries.jsonl': QUERIES, 'ubi-events.jsonl': EVENTS });
    if (!outcome.ok || outcome.kind !== 'runs' || !outcome.clicks) expect.fail(JSON.stringify(outcome));
    const { summary, report } = outcome.clicks;
    const { rates, queries, docs } = summary;
    const pairs = [...rates.query].map(
      (query, i) => `${queries[query]}: ${docs[rates.doc[i]!]} ${rates.clicks[i]} of ${rates.shown[i]}`,
    );
    expect(pairs.toSorted()).toEqual([
      'lost property: fares.md 0 of 2',
      'lost property: office.md 2 of 2',
      'lost property: stops.md 0 of 2',
      'where do I change trams for the harbour: routes.md 0 of 1',
      'where do I change trams for the harbour: stops.md 1 of 1',
    ]);
    expect(report).toMatchObject({ records: 11, clicks: 3 });
    expect(report.findings.map(({ kind, count }) => [kind, count].join(' '))).toEqual([
      'without-list 1',
      'robots 1',
      'other-actions 1',
    ]);
  });
});
