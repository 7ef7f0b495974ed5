import { describe, expect, it } from 'vitest';
import { docId, queryId, type Judgment } from '../../../../src/base/types';
import { createDocuments } from '../../../../src/adapters/documents/documents';
import { readDocuments } from '../../../../src/adapters/files/documents/read';
import { openDatabase } from '../../../../src/adapters/storage/schema';
import type { SourceFile } from '../../../../src/contract/workers';
import { NO_PREPARATION } from '../../../../src/domain/documents/preparation';
import { createWorkbench } from '../../../../src/workbench/workbench';
import type { LabelComparison } from '../../../../src/workbench/inspect/label-comparison';
import { experiment, inProcess, madeUp, openBench, openWorkshop } from '../workshop';

const run = { signal: new AbortController().signal, progress: () => undefined };
const spec = experiment({ systems: ['bm25'] });

function split(comparison: LabelComparison) {
  if (!comparison.split) throw new Error(comparison.reason);
  return comparison;
}

describe('the change of a figure between two results', () => {
  it('is of the labels alone where only these changed, and of the rankings where only those did', async () => {
    const { bench, collection } = await openBench(madeUp(30, 24));
    const before = await bench.runs.run(collection.id, spec, run);
    const { queries, judgments } = await bench.questions.read(collection.id);
    await bench.questions.save(collection.id, {
      queries,
      judgments: judgments.map((each, i) => (i === 4 ? { ...each, doc: docId('d29') } : each)),
    });
    const relabelled = await bench.runs.run(collection.id, spec, run);
    const labels = split(await bench.inspect.compareLabels({ before, after: relabelled }, 'nDCG@10'));
    const total = relabelled.systems[0]!.measures['nDCG@10']! - before.systems[0]!.measures['nDCG@10']!;
    expect(total).not.toBe(0);
    expect(labels.order).toBe('mean');
    expect(labels.questions.queries).toHaveLength(24);
    expect(labels.systems[0]!.labels.difference).toBeCloseTo(total, 12);
    expect(labels.systems[0]!.rankings.difference).toBe(0);
    expect(labels.labels.map(({ query, reason }) => [query, reason])).toEqual([
      ['q4', 'removed'],
      ['q4', 'added'],
    ]);
    expect(labels.systems[0]!.changed.filter((part) => part !== 'neither')).toEqual(['labels']);

    const across = { before, after: before, systems: [{ before: 'bm25', after: 'embedding' }] };
    expect(await bench.inspect.compareLabels(across, 'nDCG@10')).toEqual({ split: false, reason: 'not-comparable' });
    const both = await bench.runs.run(collection.id, experiment({ systems: ['bm25', 'embedding'] }), run);
    const mixed = { before, after: both, systems: [{ before: 'bm25', after: 'embedding' }] };
    const [change] = split(await bench.inspect.compareLabels(mixed, 'nDCG@10')).systems;
    const all = both.systems[1]!.measures['nDCG@10']! - before.systems[0]!.measures['nDCG@10']!;
    expect(change!.labels.difference + change!.rankings.difference).toBeCloseTo(all, 12);
    expect(change!.total.difference).toBeCloseTo(all, 12);
    expect(Math.abs(change!.rankings.difference)).toBeGreaterThan(Math.abs(change!.labels.difference));
  });
});

describe('a folder that was read again between two results', () => {
  const file = (path: string, text: string): SourceFile => ({ path, file: new Blob([text]) });
  const TEXTS = {
    rename: 'The amber valve opens at ten bar, says the manual of the pump.',
    edit: 'The copper filter is cleaned every spring with warm water.',
    delete: 'The delta rotor is balanced by the maker and by nobody else.',
    split: 'The ember boiler holds two tons of water. The fjord gauge shows how hot it is in there.',
    stay: 'The grove tank is emptied before winter, or it bursts in the frost.',
  };
  const words = { rename: 'amber', edit: 'copper', delete: 'delta', split: 'ember', stay: 'grove' };
  const kinds = Object.keys(TEXTS) as (keyof typeof TEXTS)[];

  it('has its labels followed, and the change is split over what became of the documents', async () => {
    const { ports, database } = await openWorkshop();
    const documents = () =>
      inProcess(() =>
        createDocuments(
          () => openDatabase(database),
          (input, progress, stop) => readDocuments(input, progress, { stop }),
        ),
      );
    const bench = createWorkbench({ ...ports, documents });
    const session = await bench.collections.readDocuments(
      kinds.map((kind) => file(`${kind}.txt`, TEXTS[kind])),
      run,
    );
    const { id } = await session.keep(NO_PREPARATION, 'folder').finally(() => session.close());
    await bench.questions.read(id);
    const judgments = kinds.map((kind): Judgment => ({ query: queryId(kind), doc: docId(`${kind}.txt`), grade: 1 }));
    const queries = kinds.map((kind) => ({ id: queryId(kind), text: words[kind] }));
    await bench.questions.save(id, { queries, judgments });
    const before = await bench.runs.run(id, spec, run);
    expect(before.systems[0]!.measures['nDCG@10']).toBe(1);
    const [boiler, gauge] = TEXTS.split.split('. ');
    const refresh = await bench.collections.refreshDocuments(
      id,
      [
        file('elsewhere/rename.txt', TEXTS.rename),
        file('edit.txt', `${TEXTS.edit} And in autumn.`),
        file('split-1.txt', `${boiler}.`),
        file('split-2.txt', gauge!),
        file('stay.txt', TEXTS.stay),
      ],
      { ...run, whole: true },
    );
    await bench.collections.confirmRefresh(refresh);
    const saved = await bench.questions.read(id);
    // What was lost is judged anew: the deleted one by a document that does not answer, the split one by its part.
    await bench.questions.save(id, {
      queries,
      judgments: [
        ...saved.judgments,
        { query: queryId('delete'), doc: docId('stay.txt'), grade: 1 },
        { query: queryId('split'), doc: docId('split-1.txt'), grade: 1 },
      ],
    });
    const after = await bench.runs.run(id, spec, run);
    const { labels, order, systems, questions } = split(
      await bench.inspect.compareLabels({ before, after }, 'nDCG@10'),
    );
    expect(order).toBe('rankings-first');
    const reasons = (kind: string) => labels.filter(({ query }) => query === kind).map(({ reason }) => reason);
    expect(kinds.map(reasons)).toEqual([
      ['document-renamed'],
      ['document-edited'],
      ['document-deleted', 'added'],
      ['document-split', 'added'],
      [],
    ]);
    const changed = Object.fromEntries(questions.queries.map((query, i) => [query, systems[0]!.changed[i]]));
    expect(changed).toEqual({ rename: 'labels', edit: 'labels', delete: 'both', split: 'both', stay: 'neither' });
    const { total, rankings, labels: ofLabels } = systems[0]!;
    expect(rankings.difference + ofLabels.difference).toBeCloseTo(total.difference, 12);
    // By the former labels, two of five questions have nothing to find: their documents are gone.
    expect(rankings.difference).toBeCloseTo(-2 / 5, 12);
    expect(await bench.inspect.compareLabels({ before: after, after: before }, 'nDCG@10')).toEqual({
      split: false,
      reason: 'documents-unknown',
    });
  });
});
