import { describe, expect, it } from 'vitest';
import { jsonl } from '../make';
import { findingsOf, ground, read } from './results';

const documents = [
  { 'document.id': 'a', 'document.score': 0.9 },
  { 'document.id': 'b', 'document.score': 0.8 },
];
const flat = { 'retrieval.documents.1.document.id': 'b', 'retrieval.documents.0.document.id': 'a' };
const asked = { 'openinference.span.kind': 'RETRIEVER', 'input.value': 'Where is the ferry?' };

const idValue = (id: string): object => ({
  kvlistValue: { values: [{ key: 'document.id', value: { stringValue: id } }] },
});
const inOtlp = (attributes: readonly object[]): object => ({
  resourceSpans: [{ scopeSpans: [{ spans: [{ name: 'r', attributes }] }] }],
});

describe('spans of OpenInference', () => {
  it.each<[string, object]>([
    ['flat, in any order', { ...asked, ...flat }],
    ['flat under attributes', { name: 'x', attributes: { ...asked, ...flat } }],
    [
      'nested',
      {
        attributes: {
          openinference: { span: { kind: 'RETRIEVER' } },
          input: { value: 'Where is the ferry?' },
          retrieval: { documents: [{ document: { id: 'a' } }, { document: { id: 'b' } }] },
        },
      },
    ],
    [
      'columns of Phoenix',
      {
        span_kind: 'RETRIEVER',
        'attributes.input.value': 'Where is the ferry?',
        'attributes.retrieval.documents': documents,
      },
    ],
    [
      'with documents as texts',
      { ...asked, 'retrieval.documents': ['The ferry quay is at Sandmouth.', 'Line 5 runs all night on Fridays.'] },
    ],
    ['with documents as JSON', { ...asked, 'retrieval.documents': JSON.stringify(documents) }],
    [
      'a page of Phoenix',
      { data: [{ name: 'r', span_kind: 'RETRIEVER', attributes: { ...asked, ...flat } }], next_cursor: null },
    ],
    [
      'OTLP with nested values',
      inOtlp([
        { key: 'openinference.span.kind', value: { stringValue: 'RETRIEVER' } },
        { key: 'input.value', value: { stringValue: 'Where is the ferry?' } },
        { key: 'retrieval.documents', value: { arrayValue: { values: ['a', 'b'].map(idValue) } } },
      ]),
    ],
    ['with the question in JSON', { ...asked, ...flat, 'input.value': '{"query": "Where is the ferry?", "k": 4}' }],
  ])('are read as they are written down: %s', async (_, span) => {
    const { docs, problems } = await read({ 'x.json': JSON.stringify(span, null, 1) }, ground);
    expect(problems).toEqual([]);
    expect(docs).toEqual({ q1: ['a', 'b'] });
  });

  it('of more than nine documents are in the order of their numbers', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 12 }, (_, i) => [`retrieval.documents.${i}.document.id`, `d${i}`]),
    );
    const { docs } = await read({ 'x.json': JSON.stringify({ ...asked, ...many }) }, ground);
    expect(docs['q1']).toEqual(Array.from({ length: 12 }, (_, i) => `d${i}`));
  });

  it('of documents without an id are found by their texts', async () => {
    const span = { ...asked, 'retrieval.documents.0.document.content': 'Line 5 runs all night' };
    expect((await read({ 'x.json': JSON.stringify(span) }, ground)).docs).toEqual({ q1: ['b'] });
  });

  it('of other kinds are passed by, and those of several retrievers are several systems', async () => {
    const spans = [
      { name: 'chain', attributes: { 'openinference.span.kind': 'CHAIN', 'input.value': 'Where is the ferry?' } },
      { name: 'vectors', attributes: { ...asked, ...flat } },
      { name: 'words', attributes: { ...asked, 'retrieval.documents.0.document.id': 'b' } },
    ];
    const { runs, warnings } = await read({ 'x.jsonl': jsonl(...spans) }, ground);
    expect(runs.map(({ tag, run }) => [tag, run.rankings.docs.length])).toEqual([
      ['vectors', 2],
      ['words', 1],
    ]);
    expect(findingsOf(warnings).filter(([kind]) => kind !== 'ranks-for-scores')).toEqual([]);
  });

  it('that found nothing are an empty list; that failed are none', async () => {
    const found = [
      { name: 'r', attributes: { ...asked, 'retrieval.documents': '[]' } },
      { name: 'r', status_code: 'ERROR', attributes: { ...asked, 'input.value': 'When does the night tram run?' } },
    ];
    const { docs, warnings } = await read({ 'x.jsonl': jsonl(...found) }, ground);
    expect(docs).toEqual({ q1: [] });
    expect(findingsOf(warnings)).toEqual([['error', 1]]);
  });

  it('without retrieval say what was expected', async () => {
    const { problems } = await read({ 'x.json': JSON.stringify({ 'openinference.span.kind': 'LLM' }) }, ground);
    expect(problems).toMatchObject([{ code: 'wrong-shape', file: 'x.json' }]);
  });
});

describe('spans of OpenTelemetry', () => {
  const query = { 'gen_ai.operation.name': 'retrieval', 'gen_ai.retrieval.query.text': 'Where is the ferry?' };
  const found = [
    { id: 'a', score: 0.95 },
    { id: 'b', score: 0.87 },
  ];

  it.each<[string, unknown]>([
    ['a list', found],
    ['JSON in a text', JSON.stringify(found)],
    ['documents in documents', found.map((document) => ({ document }))],
  ])('have their documents as %s', async (_, list) => {
    const span = { name: 'retrieval kb', attributes: { ...query, 'gen_ai.retrieval.documents': list } };
    const { hits, runs } = await read({ 'x.json': JSON.stringify(span) }, ground);
    expect(hits).toEqual({ q1: ['a 0.95', 'b 0.87'] });
    expect(runs[0]!.tag).toBe('retrieval kb');
  });

  it('that do not say what was asked, which is opt-in, are counted', async () => {
    const span = {
      name: 'r',
      attributes: { 'gen_ai.operation.name': 'retrieval', 'gen_ai.retrieval.documents': found },
    };
    const { runs, warnings } = await read({ 'x.json': JSON.stringify(span) }, ground);
    expect(runs).toEqual([]);
    expect(findingsOf(warnings)).toEqual([['unmatched-questions', 1], ['no-list-fits']]);
  });

  it.each([
    ['2026-03-01T10:00:00.000250Z', '2026-03-01T10:00:00.001Z', 0.75],
    ['2026-03-01 10:00:00.5+00:00', '2026-03-01 10:00:01+00:00', 500],
    ['2026-03-01T10:00:01Z', '2026-03-01T10:00:00Z', null],
    ['yesterday', 'today', null],
  ])('took from %s to %s', async (start_time, end_time, milliseconds) => {
    const span = { name: 'r', start_time, end_time, attributes: { ...query, 'gen_ai.retrieval.documents': found } };
    const { runs } = await read({ 'x.json': JSON.stringify(span) }, ground);
    const [time = null] = runs[0]!.times?.milliseconds ?? [];
    if (milliseconds === null) expect(time).toBeNull();
    else expect(time).toBeCloseTo(milliseconds, 3);
  });
});
