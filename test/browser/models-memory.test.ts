import { onnxRuntimePath } from '../../tools/onnxruntime.mjs';
import { cosine, openReference } from '../golden/added-models';
import { openHub } from '../hub';
import { embedding } from '../hub-repositories';
import { troubled } from '../made-repositories';
import { addModel, callModel } from './added-models';
import { expect, test } from './app';

test.use({ profile: 'shared' });

const WEIGHTS = 'onnx/model.onnx';
const repository = {
  ...troubled.hungry(),
  fp32: WEIGHTS,
  int8: null,
  truth: embedding({ dimensions: 64, maxTokens: 128 }),
};
/** At once they would take 3.8 GB. */
const TEXTS = Array.from({ length: 32 }, (_, i) => `The lamp of lighthouse ${i} is lit at dusk.`);

test(
  'memory that runs out halves what is read at once, says so, and gives the same vectors',
  { tag: '@full' },
  async ({ app }) => {
    test.skip(onnxRuntimePath() === null, 'ONNX Runtime for Node is not installed (npm test installs it)');
    const hub = await openHub([repository]);
    const reference = await openReference(repository, WEIGHTS);
    try {
      const model = await addModel(app.page, app.url, hub, { repository: repository.id, weights: WEIGHTS });
      await app.page.goto(app.url);
      type Batch = { vectors: number[]; remarks: { data: { before: number; after: number } }[] };
      const reply = await callModel<Batch>(app.page, 'encoder', 'embed', model, { texts: TEXTS });
      if ('error' in reply) throw new Error(reply.error.message);
      const { vectors, remarks } = reply.value;
      expect(remarks.length).toBeGreaterThan(0);
      for (const remark of remarks) {
        expect(remark).toMatchObject({ code: 'went-on', data: { failure: 'memory', unit: 'texts' } });
        expect(remark.data.after).toBe(remark.data.before / 2);
      }
      for (const i of [0, 15, 31]) {
        const vector = vectors.slice(i * 64, (i + 1) * 64);
        expect(cosine(vector, await reference.vector(TEXTS[i]!))).toBeGreaterThan(0.9999);
      }
    } finally {
      reference.close();
      await hub.close();
    }
  },
);
