import { workerPort } from './adapters/rpc/client';
import type { EncoderApi } from './contract/encoder';
import type { RerankerApi } from './contract/reranker';
const enc = workerPort<EncoderApi>('embedding', () => new Worker(new URL('../workers/model.ts', import.meta.url), { type: 'module', name: 'encoder' }));
const rr = workerPort<RerankerApi>('rr', () => new Worker(new URL('../workers/model.ts', import.meta.url), { type: 'module', name: 'reranker' }));
const folder = new URL('models/', document.baseURI).pathname;
Object.assign(globalThis, { smoke: async (device: 'wasm'|'webgpu') => {
  const r = { folder, model: 'hitrate-embedding', device, maxTokens: 512 };
  const i = await enc.with().load(r);
  const e = await enc.with().embed({ ...r, texts: ['hello world', '日本半导体产业', 'x '.repeat(900)] });
  const i2 = await rr.with().load({ ...r, model: 'hitrate-reranker' });
  const s = await rr.with().score({ ...r, model: 'hitrate-reranker', query: '日本半导体产业', passages: ['日本半导体产业在上世纪80年代到达顶峰', 'hello'] });
  return { i, v: [...e.vectors.slice(0, 5)], d: e.dimensions, t: [...e.tokens], i2, l: [...s.logits], ti: [...s.tokens], ms: e.milliseconds, iso: crossOriginIsolated };
} });
