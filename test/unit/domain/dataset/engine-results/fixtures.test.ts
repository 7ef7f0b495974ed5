import { describe, expect, it } from 'vitest';
import { RESULT_FORMATS } from '../../../../../src/domain/dataset/engine-results/registry';
import { recognisedBy } from '../../../../../src/domain/dataset/formats/format';
import { collectionIn, hitsOf, outcomeOf, source } from '../make';
import { fixture, read, sampleFiles } from './results';

const MSEARCH = ['msearch.responses.json', 'msearch.requests.ndjson'];
const BATCH = ['qdrant-batch.responses.json', 'qdrant-batch.requests.json'];

type Shape = readonly [
  files: readonly string[],
  format: string,
  n: number,
  byText: number,
  field: string,
  times: string | null,
];

/** Files of each shape, with the format, and what one finds in them. */
const SHAPES: readonly Shape[] = [
  [MSEARCH, 'search', 12, 12, '_id', 'took'],
  [['search.jsonl'], 'search', 4, 0, '_id', 'took'],
  [['rank-eval.response.json'], 'rank-eval', 4, 0, '_id', null],
  [['solr.jsonl'], 'solr', 4, 4, 'id', 'took'],
  [['qdrant-query.jsonl'], 'qdrant', 4, 4, 'payload.doc_id', 'time'],
  // The time of a batch is of all its queries together.
  [BATCH, 'qdrant', 4, 4, 'payload.doc_id', null],
  [['vespa.jsonl'], 'vespa', 4, 4, 'documentid', 'timing'],
  [['openinference.jsonl'], 'openinference', 4, 4, 'document.metadata.source', 'span'],
  [['openinference.otlp.json'], 'openinference', 4, 4, 'document.metadata.source', 'span'],
  [['opentelemetry.otlp.json'], 'opentelemetry', 4, 4, 'id', 'span'],
  [['opensearch-evaluation.json'], 'opensearch-experiment', 4, 4, 'docIds', null],
  [['hits.csv'], 'run-table', 4, 4, 'docid', 'column'],
];

const contentsOf = (files: readonly string[]) => Object.fromEntries(files.map((name) => [name, fixture(name)]));

describe('results of live engines, written after the published descriptions', () => {
  it.each(SHAPES)('are read whole: %s', async (files, format, questions, byText, field, times) => {
    const { runs, problems, warnings } = await read(contentsOf(files));
    expect(problems).toEqual([]);
    expect(warnings.filter(({ code }) => !['ratings-beside', 'ranks-for-scores'].includes(code))).toEqual([]);
    expect(runs).toHaveLength(1);
    const { run, engine, times: own } = runs[0]!;
    expect(runs[0]!.format).toBe(format);
    expect(run.queries).toHaveLength(questions);
    expect(engine).toEqual({ lists: questions, byText, field, unknownHits: 0 });
    expect(own?.source ?? null).toBe(times);
    if (own) expect(own.milliseconds.every((each) => each !== null && each > 0 && each < 1000)).toBe(true);
  });

  it.each(SHAPES)('are known by their content, whatever the name: %s', async ([file], format) => {
    for (const name of ['a.txt', 'a', 'corpus.jsonl', 'qrels.json'])
      expect((await recognisedBy(RESULT_FORMATS, source(name, fixture(file!))))?.name, name).toBe(format);
  });

  it('are runs of a collection that they lie beside, with the lists that the engine gave', async () => {
    const contents = { ...sampleFiles, ...contentsOf(MSEARCH) };
    const { runs, warnings } = await collectionIn(contents);
    expect(warnings).toEqual([]);
    const responses = JSON.parse(fixture('msearch.responses.json')) as {
      responses: { took: number; hits: { hits: { _id: string; _score: number }[] } }[];
    };
    const [first] = responses.responses;
    expect(hitsOf(runs[0]!.run)['q-en-tram-01']).toEqual(first!.hits.hits.map(({ _id, _score }) => `${_id} ${_score}`));
    expect(runs[0]!.times).toEqual({ source: 'took', milliseconds: responses.responses.map(({ took }) => took) });
  });

  it('are found alone, to be read once the collection is known; the judgments of a rank evaluation are a collection', async () => {
    expect(await outcomeOf(contentsOf(MSEARCH))).toMatchObject({
      ok: true,
      kind: 'runs',
      runs: [],
      results: ['msearch.responses.json'],
    });
    const { runs, dataset, summary } = await collectionIn(
      contentsOf(['rank-eval.request.json', 'rank-eval.response.json']),
    );
    expect(summary.format).toBe('rank-eval');
    expect(dataset.queries[0]).toMatchObject({
      id: 'q-en-tram-01',
      text: 'Which Varnhem tram line keeps running through the night on Fridays and Saturdays?',
    });
    expect(runs[0]!.engine).toMatchObject({ lists: 4, field: '_id', unknownHits: 0 });
  });

  it('are a run for each search configuration of an experiment', async () => {
    const { runs, warnings } = await read(contentsOf(['opensearch-experiment.json']));
    expect(runs.map(({ tag, run }) => [tag, run.queries.length])).toEqual([
      ['baseline', 4],
      ['hybrid', 4],
    ]);
    expect(warnings.map(({ code }) => code)).toEqual(['ranks-for-scores', 'ranks-for-scores']);
  });

  it('have the name of a span as that of the system, and its duration to the microsecond', async () => {
    const { runs } = await read(contentsOf(['openinference.jsonl']));
    expect(runs[0]!.tag).toBe('VectorStoreRetriever');
    const [first] = runs[0]!.times!.milliseconds;
    expect(first).toBeCloseTo(20.5, 6);
    const otlp = await read(contentsOf(['openinference.otlp.json']));
    expect(otlp.runs[0]!.times!.milliseconds).toEqual([14.25, 15.25, 16.25, 17.25]);
  });
});
