import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readDocuments } from '../../../../src/adapters/files/documents/read';
import { parseExperiment } from '../../../../src/domain/experiment/experiment';
import { buildExperiment, DEFAULT_SETTINGS } from '../../../../src/domain/experiment/settings';
import { fromTemplate, TEMPLATES } from '../../../../src/domain/experiment/templates';
import { createWorkbench, type Workbench } from '../../../../src/workbench/workbench';
import { MODELS, openWorkshop } from '../workshop';

const NAME = 'the-breakwater';
const FOLDER = join(import.meta.dirname, '../../../../public/samples', NAME);

async function open(): Promise<{ workbench: Workbench; fetched: () => number }> {
  const { ports } = await openWorkshop();
  let fetched = 0;
  const documentsSample = () => {
    fetched++;
    const names = readdirSync(FOLDER).filter((name) => name !== 'README.md');
    return Promise.resolve(
      names.map((name) => ({ path: `${NAME}/${name}`, file: new Blob([readFileSync(join(FOLDER, name))]) })),
    );
  };
  const importer = {
    with: () => ({
      read: () => Promise.reject(new Error('not used here')),
      stopReading: () => Promise.resolve(),
      readDocuments: (input: Parameters<typeof readDocuments>[0]) => readDocuments(input, () => undefined),
    }),
    release: () => undefined,
  };
  return { workbench: createWorkbench({ ...ports, documentsSample, importer }), fetched: () => fetched };
}

describe('the bundled sample of documents', () => {
  it('is kept with all its questions, each ground-truth text at its one place', async () => {
    const { workbench } = await open();
    const record = await workbench.collections.documentsSample();
    expect(record).toMatchObject({ name: 'The Breakwater', origin: 'sample', summary: { format: 'documents' } });
    expect(record.counts).toMatchObject({ docs: 10, queries: 12, judgedQueries: 12 });
    const texts = new Map((await workbench.collections.docs(record.id)).map(({ id, text }) => [id, text]));
    const { judgments, requirements = [], queries } = await workbench.questions.read(record.id);
    expect(queries.every(({ answer }) => answer !== undefined && answer !== '')).toBe(true);
    expect(requirements.flatMap(({ needs }) => needs).length).toBe(judgments.length);
    for (const { needs } of requirements)
      for (const { places = [], text } of needs) {
        expect(places.length).toBe(1);
        const { doc, start, end } = places[0]!;
        expect(texts.get(doc)!.slice(start, end)).toBe(text);
      }
  });

  it('is the same collection when it is asked for again', async () => {
    const { workbench, fetched } = await open();
    const first = await workbench.collections.documentsSample();
    expect(await workbench.collections.documentsSample()).toEqual(first);
    expect(fetched()).toBe(1);
    await workbench.collections.remove(first.id);
    expect(await workbench.collections.documentsSample()).toMatchObject({ id: first.id, counts: { queries: 12 } });
  });

  it('gets its questions again where they were deleted, and nothing that was judged and deleted with them', async () => {
    const { workbench } = await open();
    const { id } = await workbench.collections.documentsSample();
    const { queries, judgments } = await workbench.questions.read(id);
    const { doc, query } = judgments[0]!;
    const act = { query, doc, span: null, grade: 3, round: 1, note: '', milliseconds: 0, at: 0 };
    await workbench.questions.addActs(id, [act]);
    const judged = await workbench.questions.read(id);
    expect(judged.judgments).toHaveLength(judgments.length + 1);
    await workbench.questions.save(id, { ...judged, queries: [], judgments: [], requirements: [] });
    expect((await workbench.collections.documentsSample()).counts.queries).toBe(12);
    const again = await workbench.questions.read(id);
    expect([again.queries, again.judgments]).toEqual([queries, judgments]);
  });

  it('runs the template that was made for it; reranking ten changes no number', async () => {
    const { workbench } = await open();
    const record = await workbench.collections.documentsSample();
    const template = TEMPLATES.find(({ sample }) => sample === record.name)!;
    const { languages } = record.summary;
    const settings = fromTemplate(template, DEFAULT_SETTINGS, {
      docs: record.counts.docs,
      languages,
      judged: 1,
      embeddingModels: [],
      runs: 0,
    });
    const spec = buildExperiment(settings, MODELS, { documents: true, files: true, runs: [], languages });
    expect(parseExperiment(spec)).toMatchObject({ ok: true });
    const result = await workbench.runs.run(record.id, spec, {
      signal: new AbortController().signal,
      progress: () => undefined,
    });
    const [cosine, reranked] = result.systems;
    expect(Object.keys(cosine!.measures).sort()).toEqual(['F1@10', 'HitRate@10', 'P@10', 'Recall@10']);
    expect(reranked!.measures).toEqual(cosine!.measures);
  });
});
