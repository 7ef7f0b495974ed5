import { beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_WRITING } from '../../../../src/domain/questions/prompts';
import { rewritesKept, writeRewrites } from '../../../../src/workbench/models/write-rewrites';
import { context, endedAtThird, scripted } from './scripted-generator';
import { keep, madeUp, openWorkshop, type Workshop } from '../workshop';

const asked = { prompt: DEFAULT_WRITING.rewrites, by: 'made/up-chat (q8)', maxNewTokens: 50 };
const questionIn = (prompt: string): string => /<question>\n(.*)\n<\/question>/.exec(prompt)![1]!;

describe('rewrites by a model', () => {
  let workshop: Workshop;
  let id: string;
  let questions: readonly string[];

  beforeEach(async () => {
    workshop = await openWorkshop();
    const dataset = madeUp(5, 4);
    questions = dataset.queries.map(({ text }) => text);
    id = (await keep(workshop, dataset)).id;
  });

  it('are kept as a file of rewrites is, under a name that says who wrote them', async () => {
    const model = scripted(workshop.ports, (prompt) => `["${questionIn(prompt)} differently", "b", "c"]`);
    const written = await writeRewrites(model.ports, id, model.generator, asked, context().all);
    expect(written).toMatchObject({ done: 4, total: 4, reused: 0, texts: 12, fewer: 0, failures: [] });
    expect(written.supplied).toHaveLength(1);
    const [header] = written.supplied!;
    expect(header).toMatchObject({ kind: 'rewrites', questions: 4, texts: 12, name: written.name });
    expect(header!.name).toMatch(/^3 rewrites by up-chat \(q8\), prompt [0-9a-f]{6}$/);
    const content = await workshop.ports.storage.supplied.get(id, header!.name);
    expect(content).toMatchObject({
      entries: questions.map((question) => ({ question, texts: [`${question} differently`, 'b', 'c'] })),
    });
    expect(model.released).toBe(1);
  });

  it('go on where they were stopped, and what was written until then can be used', async () => {
    const { stopping, all } = context();
    const first = endedAtThird(workshop.ports, stopping, () => '["a", "b", "c"]');
    const half = await writeRewrites(first.ports, id, first.generator, asked, all);
    expect(half).toMatchObject({ done: 2, total: 4 });
    expect(half.supplied![0]).toMatchObject({ questions: 2 });
    const second = scripted(workshop.ports, () => '["a", "b", "c"]');
    expect(await rewritesKept(second.ports, id, second.generator, asked)).toEqual({ done: 2, total: 4 });
    const whole = await writeRewrites(second.ports, id, second.generator, asked, context().all);
    expect(second.asked).toHaveLength(2);
    expect(whole).toMatchObject({ done: 4, reused: 2 });
    expect(whole.supplied!.map((header) => header.questions)).toEqual([2, 4]);
  });

  it('by another prompt are written anew', async () => {
    const model = scripted(workshop.ports, () => '["a", "b", "c"]');
    await writeRewrites(model.ports, id, model.generator, asked, context().all);
    const other = { ...asked, prompt: DEFAULT_WRITING.hyde };
    expect(await rewritesKept(model.ports, id, model.generator, other)).toEqual({ done: 0, total: 4 });
  });

  it('are not kept where no reply could be read', async () => {
    const model = scripted(workshop.ports, () => 'No.');
    const written = await writeRewrites(model.ports, id, model.generator, asked, context().all);
    expect(written.supplied).toBeNull();
    expect(written.failures).toHaveLength(4);
    expect(await workshop.ports.storage.supplied.list(id)).toEqual([]);
  });
});
