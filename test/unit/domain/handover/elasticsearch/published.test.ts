import { describe, expect, it } from 'vitest';
import {
  elasticsearchIndex,
  elasticsearchRetriever,
  elasticsearchSearch,
} from '../../../../../src/domain/handover/elasticsearch/bodies';
import { luceneForms } from '../../../../../src/domain/handover/lucene/index-body';
import type { HandedSystem } from '../../../../../src/domain/handover/target';
import { elasticsearchProblems, hasEngineDescriptions } from '../../../../engine-descriptions';
import { handed } from '../make';
import { nearest, question, SYSTEMS } from '../shapes';

describe.skipIf(!hasEngineDescriptions())('what is written for Elasticsearch, by its published types', () => {
  const INDEX = `IndicesCreateRequest['body']`;
  const SEARCH = `SearchRequest['body']`;

  it('compiles for systems of every shape, and what is wrong does not', { timeout: 120_000 }, () => {
    const bodiesOf = (system: HandedSystem): { what: string; type: string; body: unknown }[] => {
      const asked = question(luceneForms(system));
      return [
        { what: 'index', type: INDEX, body: elasticsearchIndex(system) },
        { what: 'search', type: SEARCH, body: elasticsearchSearch(system, asked) },
        ...system.system.retrievers.map((_, i) => ({
          what: `retriever ${i}`,
          type: SEARCH,
          body: elasticsearchRetriever(system, i, asked),
        })),
      ];
    };
    const sound = Object.entries(SYSTEMS).flatMap(([name, parts]) =>
      bodiesOf(nearest('elasticsearch', parts)).map((each) => ({ ...each, what: `${each.what} of ${name}` })),
    );
    const system = handed();
    const text = JSON.stringify(elasticsearchSearch(system, question(luceneForms(system))));
    const wrong = [
      { type: SEARCH, body: JSON.parse(text.replace('rank_constant', 'rank_konstant')) as unknown },
      { type: SEARCH, body: JSON.parse(text.replace('"rank_window_size":100', '"rank_window_size":"100"')) as unknown },
      {
        type: INDEX,
        body: JSON.parse(
          JSON.stringify(elasticsearchIndex(system)).replace('"type":"flat"', '"type":"exact"'),
        ) as unknown,
      },
    ];
    const problems = elasticsearchProblems([...sound, ...wrong]);
    const found = sound
      .map(({ what }, i) => ({ what, problems: problems[i] }))
      .filter(({ problems }) => problems!.length);
    expect(found).toEqual([]);
    expect(problems.slice(sound.length).map(({ length }) => length > 0)).toEqual([true, true, true]);
  });
});
