import { describe, expect, it } from 'vitest';
import { summariseFields } from '../../../../src/domain/dataset/fields';
import { type Doc, docId } from '../../../../src/base/types';
import { fieldsOfDocs } from '../../../../src/engine/collections/collection-fields';
import { pausesOf } from '../pauses';

describe('the fields of a large collection', () => {
  const docs = Array.from({ length: 200 }, (_, i): Doc => ({
    id: docId(`d${i}`),
    title: '',
    text: '',
    ...(i % 3 > 0 ? { metadata: { year: i, colour: i % 2 ? 'red' : ['blue', 'red'] } } : {}),
  }));

  it('are those of a small one', async () => {
    expect(await fieldsOfDocs(docs)).toEqual(summariseFields(docs));
  });

  it('are gathered while the page gets in between', async () => {
    expect(await pausesOf(() => fieldsOfDocs(docs))).toBeGreaterThanOrEqual(200);
  });
});
