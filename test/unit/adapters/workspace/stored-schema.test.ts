import { expect, it } from 'vitest';
import { misfitOf } from '../../../../src/adapters/workspace/stored-schema';
import { type Doc, docId, type Judgment, type Query, queryId, type Requirement } from '../../../../src/base/types';
import type { GeneratedText } from '../../../../src/contract/model-workers';
import type { NoAnswerResult, RemarkData, ResultRecord, WarningData } from '../../../../src/contract/result';
import type { CollectionRecord, RunHeader } from '../../../../src/contract/storage';
import type { PassageLengths } from '../../../../src/contract/workers';
import type { AutomaticJudges } from '../../../../src/domain/automatic-judges/judgments';
import type { KeptConcerns } from '../../../../src/domain/documents/stale-labels';
import type { Judges } from '../../../../src/domain/judging/judges';
import type { JudgingPlan } from '../../../../src/domain/judging/plan';
import type { Latency } from '../../../../src/domain/report/report';
import type { RunNotes } from '../../../../src/domain/run-comparison/run-notes';
import type { ChunkingSize } from '../../../../src/workbench/run/chunking-size';
import type { Reranking, SearchTimes } from '../../../../src/workbench/run/latency/search-times';
import type { BlockFidelity, Found } from '../../../../src/workbench/run/stages/searcher';

/** With every field that may be absent: a new one does not compile until there is a value with it here. */
type Full<T> = T extends string | number | boolean | null | ArrayBufferView ? T : { [Key in keyof T]-?: Full<T[Key]> };
type Saved<T> = T extends unknown ? Omit<T, 'collection' | 'spec'> : never;
type OfEach<T> = { readonly [Code in keyof T]: Full<T[Code]> };
/** Every member of a union. */
const all = <Member extends string>(members: Readonly<Record<Member, 0>>) => Object.keys(members) as Member[];

const named = { name: 'a', questions: 2 };
const unnamed = { field: 'year', unnamed: 1, questions: 2 };
const REMARKS: OfEach<RemarkData> = {
  excluded: { questions: 1 },
  'filter-unnamed': unnamed,
  'boost-unnamed': unnamed,
  'index-not-kept': null,
  'rewrites-asked': { ...named, original: true, without: 0, filtered: false },
  'contexts-indexed': { name: 'a', chunking: 'b', passages: 3, given: 2, unmatched: 1 },
  'vectors-elsewhere': { name: 'a' },
  'vectors-missing': { ...named, missing: 1 },
  'vectors-outdated': { ...named, edited: 1 },
  'trained-on-asked': { kind: 'list-net', seen: 1, questions: 2 },
  'went-on': { failure: 'lost', unit: 'passages', before: 2, after: 1 },
};
const judging = { queue: 'questions', seed: 's', complete: 1, of: 2 } as const;
const WARNINGS: OfEach<Omit<WarningData, 'remark'>> = {
  ties: { systems: [{ id: 'a', questions: 1, measure: 'MAP', value: NaN, low: 0, high: 1 }] },
  'truncated-passages': { systems: [{ id: 'a', cut: 1, of: 2 }] },
  'truncated-pairs': { systems: [{ id: 'a', cut: 1 }] },
  unjudged: { k: 5, systems: [{ id: 'a', share: 0.5 }] },
  'unjudged-questions': { system: null, questions: 1 },
  'few-questions': { questions: 1 },
  'ongoing-judging': judging,
  unanswered: { missing: 'skip', systems: [{ id: 'a', questions: 1 }] },
  'unknown-documents': { system: 'a', documents: 1 },
  'random-order': { systems: [{ id: 'a', share: 0.1, questions: 2, isReversed: false }] },
  'unmatched-texts': { texts: 1 },
  depths: { shortest: 1, longest: 9, measures: ['MAP'] },
  'one-thread': null,
  'no-relevant': { questions: 1 },
  'same-passages': { chunkings: [['a', 'b']] },
};

const [query, doc, span] = [queryId('q'), docId('d'), { start: 0, end: 1 }];
const place = { doc, ...span };
const DOC: Full<Omit<Doc, 'context'>> = {
  id: doc,
  title: '',
  text: 'x',
  metadata: { year: 1.5, name: '', tags: ['a'], $number: 'NaN' },
  outline: { pages: [0], headings: [{ start: 0, level: 1, text: 'x' }] },
};
const ORIGINS = all<NonNullable<Query['origin']>>({
  ...{ written: 0, imported: 0, keywords: 0, relation: 0, reworded: 0, several: 0 },
  ...{ heading: 0, definition: 0, phrase: 0, cloze: 0, title: 0, model: 0 },
});
const QUERIES: Full<Query>[] = ORIGINS.flatMap((origin) =>
  all<NonNullable<Query['split']>>({ train: 0, development: 0, test: 0 }).map((split) => {
    return { id: query, text: '', origin, model: 'm', answer: '', split, unanswerable: true, excluded: [doc] };
  }),
);
const JUDGMENT: Full<Judgment> = { query, doc, grade: -0.5, span };
const REQUIREMENT: Full<Requirement> = { query, needs: [{ docs: [], places: [place], text: '' }] };

type SavedCollection = Omit<CollectionRecord, 'id' | 'name' | 'origin'>;
type Reports = NonNullable<CollectionRecord['documents']>['files'];
const FORMATS = all<NonNullable<Reports[number]['format']>>({
  ...{ text: 0, markdown: 0, html: 0, pdf: 0, docx: 0, csv: 0, 'json-lines': 0 },
});
const STATUSES = all<Reports[number]['status']>({
  ...{
    read: 0,
    unchanged: 0,
    empty: 0,
    encrypted: 0,
    'too-large': 0,
    'too-slow': 0,
    broken: 0,
    skipped: 0,
    stopped: 0,
  },
});
const FILES: Full<Omit<Reports[number], 'message'>>[] = [null, ...FORMATS].flatMap((format) =>
  STATUSES.map((status) => {
    const message = { code: 'image', data: null, file: 'f', line: 2, field: 'x' };
    return { path: 'f', format, status, bytes: 0, hash: '', docs: 0, characters: 0, encoding: 'utf-8', message };
  }),
);
const COLLECTION: Full<Omit<SavedCollection, 'documents'>> = {
  createdAt: 1,
  revision: 0,
  corpusKey: 'c',
  counts: { docs: 1, queries: 0, judgments: 0, judgedQueries: 0, characters: 1 },
  summary: {
    ...{ name: 'n', format: 'beir', files: ['f'], splits: ['test'], split: null, areTasks: true },
    languages: [{ language: 'und', share: 1 }],
  },
  metadata: { key: 'm', fields: [{ name: 'year', docs: 1, values: null, examples: ['1'], range: [-1, 2.5] }] },
};
const SOURCES: Full<Omit<NonNullable<SavedCollection['documents']>, 'files'>> = {
  preparation: { nfkc: true, whiteSpace: true, boilerplate: true, duplicates: 'merge' },
  boilerplate: ['line'],
  columns: { 'f.csv': { text: ['a'], title: null, id: null } },
};
const RULES = all<Judges['rule']>({
  ...{ 'majority-lower': 0, 'majority-higher': 0, median: 0, mean: 0, highest: 0, lowest: 0, first: 0 },
});
const JUDGES: Full<Judges>[] = RULES.map((rule) => ({
  judges: [{ name: 'j', files: ['f'], grades: [{ ...JUDGMENT, reason: '', file: 0, line: 1 }] }],
  ...{ rule, own: 'counts', before: [JUDGMENT], beforeCounts: true },
}));
const automatic = (source: Full<AutomaticJudges['judges'][number]['source']>): Full<AutomaticJudges> => ({
  judges: [{ name: 'j', source, at: 1, judgments: [{ query, doc, span: null, score: null, reply: '' }] }],
});
const PLAN: Full<Omit<JudgingPlan, 'retired'>> = {
  ...{ queue: 'questions', seed: 's', measure: 'MAP', depth: 5, systems: ['a'], pair: ['a', 'b'] },
  ...{ completed: [query], given: [query] },
};
const NOTES: Full<RunNotes> = {
  runs: { r: { name: '', note: '', tags: ['a'] } },
  baseline: null,
  looks: [{ run: 'r', at: 1 }],
};
const packed = { offsets: Uint32Array.of(0, 0), docs: new Uint32Array(), scores: new Float64Array() };
const latency = {
  ...{ medianMilliseconds: 1.5, p95Milliseconds: 2, questions: 1, threads: 1, indexBytes: null, downloadBytes: 0 },
  devices: all<Latency['devices'][number]>({ wasm: 0, 'wasm-single': 0, webgpu: 0 }),
};
const LATENCIES: Full<Latency>[] = all<NonNullable<Latency['source']>>({
  ...{ took: 0, time: 0, timing: 0, span: 0, column: 0 },
}).map((source) => ({ ...latency, source }));
const SYSTEM_RESULT: Full<ResultRecord['systems'][number]> = {
  ...{ id: 'a', file: null, measures: { MAP: NaN }, perQuery: { MAP: Float64Array.of(NaN) } },
  ...{ ties: { MAP: { low: 0, high: NaN, questions: 1 } }, unjudged: { 5: 0.5 }, answered: 1, depth: 10 },
  ...{ firstRelevant: Uint32Array.of(0), top: packed, millisecondsAtK: { 5: 1 }, latency: LATENCIES[0]! },
  timings: { indexMilliseconds: 1, queryMedianMilliseconds: 1, queryP95Milliseconds: 1, totalMilliseconds: 1 },
  vectorSearch: [
    {
      ...{ retriever: 0, depth: 5, questions: 1, recallAt10: 1, recallAtDepth: NaN, bytes: 4, exactBytes: 8 },
      ...{ queryMilliseconds: 1, exactQueryMilliseconds: 1, buildMilliseconds: 0 },
    },
  ],
};
const threshold = { falseAnswers: 0, falseRefusals: 1 };
const NO_ANSWER: Full<NoAnswerResult> = {
  ...{ questions: [query], answerable: 1, unanswerable: 1 },
  systems: [
    {
      ...{ system: 'a', area: { auc: null, ci95: null }, chosen: null, curve: [{ ...threshold, threshold: -1 }] },
      heldOut: { ...threshold, balanced: 0.5, ci95: [0, 1], byFold: [null, 0.5] },
    },
  ],
};
const RESULT: Full<Omit<Saved<ResultRecord>, 'systems' | 'warnings' | 'manifest'>> = {
  ...{ version: 3, key: 'k', createdAt: 1, questionsKey: 'q', queries: [query], excluded: [[doc]], docs: [doc] },
  chunkings: [{ chunker: null, passages: 1, characters: 1 }],
  counts: all<ResultRecord['counts'][number]['stage']>({
    ...{ 'lexical-index': 0, 'lexical-search': 0, 'passage-vectors': 0, 'question-vectors': 0, 'dense-search': 0 },
    ...{ fuse: 0, learn: 0, rerank: 0, score: 0, latency: 0 },
  }).map((stage) => ({ stage, unit: 'lists', computed: 0, reused: 1 })),
  ...{ judging, noAnswer: NO_ANSWER, shipped: true },
};
const RUN: Full<Saved<RunHeader>> = {
  ...{ system: 'a', file: 'f', format: 'trec', addedAt: 1, hash: 'h', queries: 1, hits: 0 },
  times: { source: 'took', milliseconds: [null, 1.5] },
};
const float64s = Float64Array.of(NaN, 1);
const fidelity: Full<BlockFidelity> = {
  ...{ recallAt10: float64s, recallAtDepth: float64s, exactMilliseconds: float64s, searchMilliseconds: float64s },
  ...{ bytes: 4, exactBytes: 8, buildMilliseconds: 0 },
};
const BLOCK: Full<Omit<Found, 'fidelity'>> = { ...packed, milliseconds: float64s };
const SEARCHING = { indexMilliseconds: 0, truncatedPassages: 0, fidelities: [fidelity] };
const model = { model: 'm', device: 'wasm', threads: 2, milliseconds: 1.5 } as const;
const SEARCHED: Full<SearchTimes> = { times: float64s, indexes: [{ key: 'k', bytes: null }], models: [model] };
const RERANKED: Full<Reranking> = { times: float64s, model };
const GENERATED: Full<GeneratedText> = {
  ...{ text: '', promptTokens: 1, newTokens: 0, tooLong: true, cut: false, milliseconds: 0.5 },
};
const SIZE: Full<ChunkingSize> = { key: 'k', metadataKey: null, late: true, passages: 1, characters: 1 };
const LENGTHS: Full<PassageLengths> = {
  ...{ passages: 1, characters: 1, longer: 0, contexts: { passages: 1, given: 1, unmatched: 0 } },
};
const REASONS = all<KeptConcerns['stale'][number]['reason']>({ moved: 0, edited: 0, lost: 0 });
const CHANGES = all<KeptConcerns['stale'][number]['document']>({
  ...{ renamed: 0, edited: 0, split: 0, merged: 0, deleted: 0 },
});
const CONCERNS: Full<KeptConcerns> = {
  settled: ['k'],
  stale: REASONS.flatMap((reason) =>
    CHANGES.map((document) => ({ query, doc, grade: 1, text: null, reason, document, to: place, into: [doc] })),
  ),
};
const STAGES: object[] = [SEARCHED, RERANKED, GENERATED, SIZE, LENGTHS, ...LATENCIES];
const stage = (value: unknown) => ({ key: 'a'.repeat(64), value });

const remarks = Object.entries(REMARKS).map(([code, data]) => ({ code: 'remark', data: { code, data } }));
const warnings = Object.entries(WARNINGS).map(([code, data]) => ({ code, data }));
const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  doc: [DOC],
  question: QUERIES,
  judgment: [JUDGMENT],
  requirement: [REQUIREMENT],
  collection: [{ ...COLLECTION, documents: { ...SOURCES, files: FILES } }],
  judges: JUDGES,
  'automatic-judges': [
    automatic({ kind: 'file', files: ['f'] }),
    automatic({ kind: 'clicks', files: ['f'], by: 'coec', minImpressions: 1 }),
    automatic({ kind: 'generation', model: 'm' }),
    automatic({ kind: 'reranker', model: 'm' }),
  ],
  'judging-plan': [PLAN],
  'run-notes': [NOTES],
  result: [{ ...RESULT, manifest: {}, warnings: [...warnings, ...remarks] }],
  'system-result': [SYSTEM_RESULT, ...LATENCIES.map((each) => ({ ...SYSTEM_RESULT, latency: each }))],
  run: [RUN],
  stage: [
    ...[...STAGES, { ...BLOCK, ...SEARCHING }, true, { terms: 1.5, milliseconds: 1 }].map(stage),
    { key: 'label concerns', value: CONCERNS },
  ],
};

/** What is not here is saved and read whole in `workspaces.test.ts`. */
it.each(Object.keys(VALUES))('takes every field and kind of what is stored as %s', (rule) => {
  for (const value of VALUES[rule]!) expect(misfitOf(rule, value), JSON.stringify(value)).toBeNull();
});
