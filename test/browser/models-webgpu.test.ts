import { chromium } from '@playwright/test';
import { BROWSER_ARGS } from '../../tools/browser.mjs';
import { onnxRuntimePath } from '../../tools/onnxruntime.mjs';
import { cosine, openReference, PASSAGES, QUESTION, TEXTS } from '../golden/added-models';
import { openHub } from '../hub';
import { madeRepositories } from '../made-repositories';
import { addModel, callModel } from './added-models';
import { createApp, expect, test } from './app';

const WEBGPU = { device: 'webgpu' };
const named = (id: string) => madeRepositories().find((repository) => repository.id === id)!;
const embedder = named('example/mean');
const reranker = named('example/reranker-one-logit');
const half = named('example/half-precision');
/** A software GPU takes minutes for a long one. */
const SHORT = TEXTS.filter((text) => text.length < 100);

test(
  'models that were added run on WebGPU and give what ONNX Runtime for Node gives',
  { tag: '@full' },
  async ({ app }) => {
    test.skip(onnxRuntimePath() === null, 'ONNX Runtime for Node is not installed (npm test installs it)');
    const executablePath = process.env['CHROMIUM_PATH'];
    const args = [...BROWSER_ARGS, '--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader'];
    const browser = await chromium.launch({ args, ...(executablePath ? { executablePath } : {}) });
    const { page } = createApp(await browser.newPage(), app.url);
    const hub = await openHub([embedder, reranker, half]);
    const references = [await openReference(embedder, embedder.fp32), await openReference(reranker, reranker.fp32)];
    try {
      const add = ({ id, fp32 }: typeof embedder) => addModel(page, app.url, hub, { repository: id, weights: fp32 });
      const models = [await add(embedder), await add(reranker), await add(half)] as const;
      await page.goto(app.url);
      type Gpu = { requestAdapter(): Promise<{ features: Set<string> } | null> };
      const features = await page.evaluate(async () => {
        const adapter = await (navigator as { gpu?: Gpu }).gpu?.requestAdapter();
        return adapter ? [...adapter.features] : null;
      });
      if (features === null) return test.skip(true, 'this Chromium has no software GPU adapter');

      const input = { texts: SHORT, ...WEBGPU };
      const embedded = await callModel<{ vectors: number[] }>(page, 'encoder', 'embed', models[0], input);
      if ('error' in embedded) throw new Error(embedded.error.message);
      for (const [i, text] of SHORT.entries()) {
        const vector = embedded.value.vectors.slice(i * 64, (i + 1) * 64);
        expect(cosine(vector, await references[0]!.vector(text)), text).toBeGreaterThan(0.9999);
      }

      const pairs = { query: QUESTION, passages: PASSAGES, ...WEBGPU };
      const scored = await callModel<{ logits: number[] }>(page, 'reranker', 'score', models[1], pairs);
      if ('error' in scored) throw new Error(scored.error.message);
      for (const [i, passage] of PASSAGES.entries())
        expect(scored.value.logits[i]).toBeCloseTo(await references[1]!.logit(QUESTION, passage), 2);

      // A GPU that computes no 16-bit numbers says so, instead of giving wrong ones.
      const halved = await callModel<{ vectors: number[] }>(page, 'encoder', 'embed', models[2], input);
      if (!features.includes('shader-f16')) expect('error' in halved && halved.error.message).toMatch(/fp16|16/);
      else expect('value' in halved).toBe(true);
    } finally {
      references.forEach((reference) => reference.close());
      await hub.close();
      await browser.close();
    }
  },
);
