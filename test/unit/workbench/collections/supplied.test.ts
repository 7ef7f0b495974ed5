import { beforeEach, describe, expect, it } from 'vitest';
import type { ResultRecord } from '../../../../src/contract/result';
import type { ImportedSupplied, ImportedRewrites, ImportedVectors } from '../../../../src/domain/dataset/outcome';
import { lexical } from '../../../../src/domain/experiment/catalogue';
import type { ComposedRetriever } from '../../../../src/domain/experiment/retrievers';
import * as composing from '../../../../src/domain/experiment/composed';
import { DEFAULT_ANALYZER } from '../../../../src/domain/text/analyzer-spec';
import { experimentFile, readExperiment } from '../../../../src/domain/experiment/experiment-file';
import type { ExperimentSpec } from '../../../../src/domain/experiment/experiment';
import { type Dataset, type DocId, type Query, queryId, type Run } from '../../../../src/base/types';
import { createWorkbench, type Workbench } from '../../../../src/workbench/workbench';
import { experiment, keep, letters, madeUp, MODELS, openBench, type Workshop, quiet, remarksOf } from '../workshop';

const DATASET = madeUp(60, 40);
const CONSTANT = 60;
const COSINE: ComposedRetriever = { kind: 'vectors', search: { kind: 'nearest', metric: 'cosine' } };

let workshop: Workshop;
let bench: Workbench;
let id: string;

beforeEach(async () => {
  const opened = await openBench(DATASET);
  ({ workshop, bench } = opened);
  ({ id } = opened.collection);
});

const system = (name: string, retriever: ComposedRetriever) => composing.composedSystem(name, [retriever]);

const specOf = (...composed: composing.ComposedSystem[]): ExperimentSpec => experiment({ systems: [], composed });

const run = (spec: ExperimentSpec, collection = id): Promise<ResultRecord> => bench.runs.run(collection, spec, quiet);

const counted = ({ counts }: ResultRecord): Record<string, number> =>
  Object.fromEntries(counts.map(({ stage, computed }) => [stage, computed]));

/** Two rewrites for every question but the first two, by its text or by its id. */
const rewritesOf = (queries: readonly Query[], name: 'id' | 'text'): ImportedRewrites => ({
  kind: 'rewrites',
  file: 'rewrites.json',
  entries: queries.slice(2).map((query, i) => ({
    question: query[name],
    texts: [`${query.text.split(' ')[0]} please`, `kelp and ${DATASET.docs[i]!.text.split(' ')[0]}`],
  })),
});

const supplied = async (...files: ImportedSupplied[]) => (await bench.collections.addSupplied(id, files)).at(-1)!;

type Rewritten = Extract<ComposedRetriever, { kind: 'rewritten' }>;

async function rewritten(
  retriever: Rewritten['retriever'],
  changes: Partial<Rewritten> = {},
  name: 'id' | 'text' = 'text',
): Promise<Rewritten> {
  const file = await supplied(rewritesOf(DATASET.queries, name));
  const rewrites = { name: file.name, hash: file.hash };
  return { kind: 'rewritten', rewrites, original: true, constant: CONSTANT, retriever, ...changes };
}

/** Reciprocal rank fusion by its definition, ties by document id, descending. */
function fusedByHand(lists: readonly (readonly { readonly id: DocId }[])[], depth: number): [DocId, number][] {
  const scores = new Map<DocId, number>();
  for (const list of lists)
    list.forEach(({ id: doc }, i) => scores.set(doc, (scores.get(doc) ?? 0) + 1 / (CONSTANT + i + 1)));
  return [...scores].sort(([a, x], [b, y]) => y - x || (a < b ? 1 : -1)).slice(0, depth);
}

/** What a retriever finds for some texts, asked one by one as questions of another collection. */
async function foundFor(texts: readonly string[], retriever: ComposedRetriever): Promise<Run> {
  const queries = texts.map((text, i) => ({ id: queryId(`t${i}`), text }));
  const judgments = queries.map((query) => ({ query: query.id, doc: DATASET.docs[0]!.id, grade: 1 }));
  const other = await keep(workshop, { docs: DATASET.docs, queries, judgments } satisfies Dataset, 'texts');
  return (await bench.inspect.rankings(await run(specOf(system('x', retriever)), other.id), 'x'))!;
}

describe('a retriever that is asked by rewrites', () => {
  it.each([
    ['words', lexical(DEFAULT_ANALYZER), true],
    ['words, without the question', lexical(DEFAULT_ANALYZER), false],
    ['vectors', COSINE, true],
  ] as const)('finds what fusing by hand the lists of each text finds: %s', async (_, retriever, original) => {
    const spec = await rewritten(retriever as Rewritten['retriever'], { original });
    const found = (await bench.inspect.rankings(await run(specOf(system('r', spec))), 'r'))!;
    const { entries } = rewritesOf(DATASET.queries, 'text');
    for (const { id: query, text } of [DATASET.queries[0]!, DATASET.queries[2]!, DATASET.queries[7]!]) {
      const rewrites = entries.find(({ question }) => question === text)?.texts ?? [];
      const texts = original || rewrites.length === 0 ? [text, ...rewrites] : [...rewrites];
      const byText = [...(await foundFor(texts, retriever)).values()];
      const list = found.get(query)!;
      const byHand = fusedByHand(byText, 100);
      expect(list.map((hit) => hit.id)).toEqual(byHand.map(([doc]) => doc));
      list.forEach(({ score }, i) => expect(score).toBeCloseTo(byHand[i]![1], 12));
    }
  });

  it('counts a text once, also where a rewrite is the question itself', async () => {
    const [query] = DATASET.queries;
    const file = await supplied({
      kind: 'rewrites',
      file: 'same.json',
      entries: [{ question: query!.id, texts: [query!.text] }],
    });
    const spec = { name: file.name, hash: file.hash };
    const retriever = lexical(DEFAULT_ANALYZER);
    const asked: Rewritten = { kind: 'rewritten', rewrites: spec, original: true, constant: CONSTANT, retriever };
    const found = (await bench.inspect.rankings(await run(specOf(system('r', asked))), 'r'))!.get(query!.id)!;
    expect(found[0]!.score).toBeCloseTo(1 / (CONSTANT + 1), 12);
  });

  it('embeds every text once, searches nothing again for another constant, and says what was asked', async () => {
    const spec = await rewritten(COSINE);
    const first = await run(specOf(system('r', spec)));
    const texts = new Set(rewritesOf(DATASET.queries, 'text').entries.flatMap((entry) => entry.texts));
    expect(workshop.work.embedded).toBe(DATASET.docs.length + DATASET.queries.length + texts.size);
    expect(counted(first)['dense-search']).toBe(DATASET.queries.length + texts.size);
    const again = await run(specOf(system('r', { ...spec, constant: 1 })));
    expect([counted(again)['question-vectors'], counted(again)['dense-search']]).toEqual([0, 0]);
    expect(again.systems[0]!.perQuery).not.toBe(first.systems[0]!.perQuery);
    const data = { name: 'rewrites.json', original: true, without: 2, questions: 40, filtered: false };
    expect(remarksOf(first)).toEqual([{ code: 'rewrites-asked', data }]);
  });

  it('takes the time of all its searches', async () => {
    // Searches that are said to take a second each: what else a question takes is far less.
    const real = workshop.ports.lexical;
    const slow: typeof real = {
      release: () => real.release(),
      with: (signal) => {
        const worker = real.with(signal);
        const search: typeof worker.search = async (input) => {
          const found = await worker.search(input);
          return { ...found, milliseconds: new Float64Array(input.queries.length).fill(1000) };
        };
        return { ...worker, search };
      },
    };
    bench = createWorkbench({ ...workshop.ports, lexical: slow });
    const words = lexical(DEFAULT_ANALYZER);
    const { systems } = await run(specOf(system('plain', words), system('r', await rewritten(words))));
    const seconds = systems.map(({ timings }) => Math.floor(timings!.queryMedianMilliseconds / 1000));
    expect(seconds).toEqual([1, 3]);
  });

  it('is estimated by the texts that are still to be searched, and by none afterwards', async () => {
    const spec = specOf(system('r', await rewritten(COSINE)));
    const searchesOf = async () =>
      (await bench.runs.estimate(id, spec)).pending.find((each) => each.stage === 'dense-search');
    const texts = new Set(rewritesOf(DATASET.queries, 'text').entries.flatMap((entry) => entry.texts));
    expect((await searchesOf())!.count).toBe(DATASET.queries.length + texts.size);
    await run({ ...spec, measures: ['MAP'] });
    expect(await searchesOf()).toBeUndefined();
  });
});

/** Vectors by counted letters, as the encoder of the workshop makes them. */
function vectorsOf(file: string, rows: readonly (readonly [string, string])[], ids = true): ImportedVectors {
  const values = Float32Array.from(rows.flatMap(([, text]) => [...letters(text)]));
  const fields = ids ? [{ name: 'id', values: rows.map(([name]) => name) }] : [];
  return { kind: 'vectors', file, fields, models: [], dimensions: 26, values };
}

const passageRows = DATASET.docs.map((doc) => [doc.id, doc.text] as const);
const questionRows = DATASET.queries.map((query) => [query.id, query.text] as const);

type FileVectors = Extract<ComposedRetriever, { kind: 'file-vectors' }>;
async function fileVectors(...files: ImportedSupplied[]): Promise<FileVectors> {
  const { name, hash } = await supplied(...files);
  return { kind: 'file-vectors', name, hash, search: { kind: 'nearest', metric: 'cosine' } };
}

describe('vectors from files', () => {
  it.each([
    ['by ids, in any order', true, [...passageRows].reverse()],
    ['by rows, in the order of the collection', false, passageRows],
  ] as const)('are searched as those of the model, and no model runs: %s', async (_, ids, passages) => {
    const spec = await fileVectors(vectorsOf('p.npy', passages, ids), vectorsOf('q.npy', questionRows, ids));
    const own = await run(specOf(system('file', spec)));
    expect(workshop.work.embedded).toBe(0);
    const model = await run(specOf(system('model', COSINE)));
    expect(await bench.inspect.rankings(own, 'file')).toEqual(await bench.inspect.rankings(model, 'model'));
    expect(own.systems[0]!.perQuery).toEqual(model.systems[0]!.perQuery);
    expect(counted(await run({ ...specOf(system('file', spec)), measures: ['MAP'] }))['dense-search']).toBe(0);
  });

  it('of parts of passages count by the best of them', async () => {
    const far = vectorsOf('far', passageRows);
    const ids = [0, 1].flatMap((part) => passageRows.map(([name]) => `${name}#${part}`));
    const values = Float32Array.from([...far.values.map((value) => -value), ...far.values]);
    const parts = { ...far, fields: [{ name: 'id', values: ids }], values };
    const own = await run(specOf(system('file', await fileVectors(parts, vectorsOf('q.npy', questionRows)))));
    const model = await run(specOf(system('model', COSINE)));
    expect(await bench.inspect.rankings(own, 'file')).toEqual(await bench.inspect.rankings(model, 'model'));
  });

  it.each(['mmr', 'svm', 'rocchio'] as const)('are searched in every way that vectors are: %s', async (kind) => {
    const ways = {
      mmr: { kind: 'mmr', lambda: 0.5, fetchDepth: 20 },
      svm: { kind: 'svm', c: 0.1 },
      rocchio: { kind: 'rocchio', alpha: 1, beta: 0.75, gamma: 0, first: 3, last: 0 },
    } as const;
    const spec = await fileVectors(vectorsOf('p', passageRows), vectorsOf('q', questionRows));
    const result = await run(
      specOf(system('file', { ...spec, search: ways[kind] }), system('model', { kind: 'vectors', search: ways[kind] })),
    );
    expect(await bench.inspect.rankings(result, 'file')).toEqual(await bench.inspect.rankings(result, 'model'));
  });

  it('find nothing for a question that has none, which a remark says', async () => {
    const spec = await fileVectors(vectorsOf('p', passageRows), vectorsOf('q', questionRows.slice(3)));
    const result = await run(specOf(system('file', spec)));
    expect(result.systems[0]!.answered).toBe(37);
    expect((await bench.inspect.rankings(result, 'file'))!.get(DATASET.queries[0]!.id)).toEqual([]);
    expect(result.warnings.map(({ code }) => code)).toContain('unanswered');
    expect(remarksOf(result)).toEqual([
      { code: 'vectors-elsewhere', data: { name: 'p' } },
      { code: 'vectors-missing', data: { name: 'p', missing: 3, questions: 40 } },
    ]);
  });

  it('belong to a question, not to its text: two of one text may have different ones', async () => {
    const [first, second] = DATASET.queries;
    const same = DATASET.queries.map((query) => (query === second ? { ...query, text: first!.text } : query));
    const { judgments } = await bench.questions.read(id);
    await bench.questions.save(id, { queries: same, judgments });
    const spec = await fileVectors(vectorsOf('p', passageRows), vectorsOf('q', questionRows));
    const found = (await bench.inspect.rankings(await run(specOf(system('file', spec))), 'file'))!;
    const plain = (await foundFor([first!.text, second!.text], COSINE)).values();
    expect([found.get(first!.id), found.get(second!.id)]).toEqual([...plain]);
  });

  it('of a question that was edited since are of the old text, which a remark says', async () => {
    const spec = await fileVectors(vectorsOf('p', passageRows), vectorsOf('q', questionRows));
    const { queries, judgments } = await bench.questions.read(id);
    const edited = queries.map((query, i) => (i === 0 ? { ...query, text: 'another question' } : query));
    await bench.questions.save(id, { queries: edited, judgments });
    const remarks = remarksOf(await run(specOf(system('file', spec))));
    expect(remarks).toContainEqual({ code: 'vectors-outdated', data: { name: 'p', edited: 1, questions: 40 } });
  });

  it('are refused where they do not fit, and the reason is given', async () => {
    const files = [vectorsOf('p.npy', passageRows.slice(1), false), vectorsOf('q.npy', questionRows, false)];
    await expect(bench.collections.addSupplied(id, files)).rejects.toMatchObject({
      code: 'files-unfit',
      data: { problems: [{ code: 'unfit-vectors', file: 'p.npy' }] },
    });
    expect(await bench.collections.supplied(id)).toEqual([]);
  });
});

const bothVectors = () => [vectorsOf('a/p.npy', passageRows), vectorsOf('a/q.npy', questionRows)];

describe('supplied files', () => {
  it('are listed with what they hold, not kept twice, and have names of their own', async () => {
    const rewrites = rewritesOf(DATASET.queries, 'id');
    await bench.collections.addSupplied(id, [rewrites, ...bothVectors()]);
    const other = { ...rewrites, entries: rewrites.entries.slice(1) };
    const all = await bench.collections.addSupplied(id, [rewrites, other]);
    expect(all.map(({ name, kind, questions }) => [name, kind, questions].join(' '))).toEqual([
      'rewrites.json rewrites 38',
      'p.npy vectors 40',
      'rewrites.json (2) rewrites 37',
    ]);
    expect(all[0]).toMatchObject({ texts: 76, files: ['rewrites.json'] });
    expect(all[1]).toMatchObject({ passages: 60, dimensions: 26, files: ['a/p.npy', 'a/q.npy'] });
  });

  it('that are gone or are others now stop a run and an experiment from a file, with what to do', async () => {
    const spec = specOf(system('r', await rewritten(COSINE)));
    const read = async () => {
      const sources = { documents: true, runs: [], supplied: await bench.collections.supplied(id) };
      const outcome = readExperiment(experimentFile(spec), MODELS, sources);
      return outcome.ok ? outcome.spec : outcome.problems;
    };
    expect(await read()).toEqual(spec);
    await bench.collections.removeSupplied(id, 'rewrites.json');
    const data = { kind: 'rewrites', name: 'rewrites.json' };
    expect(await read()).toEqual([{ code: 'file-missing', data }]);
    await expect(run(spec)).rejects.toMatchObject({ code: 'system-file-changed' });
    const others = rewritesOf(DATASET.queries, 'text');
    await bench.collections.addSupplied(id, [{ ...others, entries: others.entries.slice(3) }]);
    expect(await read()).toEqual([{ code: 'file-changed', data }]);
    await expect(run(spec)).rejects.toMatchObject({ code: 'system-file-changed' });
  });

  it('beside a collection are kept with it; those that do not fit are left out', async () => {
    const summary = { name: 'x', format: 'beir', files: [], splits: [], split: null, languages: [] } as const;
    const stray = vectorsOf('stray.npy', passageRows.slice(5), false);
    const record = await bench.collections.keep(
      {
        ok: true,
        kind: 'collection',
        dataset: DATASET,
        summary,
        runs: [],
        supplied: [rewritesOf(DATASET.queries, 'id'), stray],
        warnings: [],
      },
      'with rewrites',
    );
    expect((await bench.collections.supplied(record.id)).map(({ kind }) => kind)).toEqual(['rewrites']);
  });
});
