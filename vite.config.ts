import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defaultClientConditions, defineConfig } from 'vite';
import manifest from './package.json' with { type: 'json' };
import { securityHeaders } from './tools/headers.mjs';
import { serviceWorker } from './tools/service-worker-plugin.ts';

/** ONNX Runtime takes its binaries from the addresses that we give it, instead of bundling a second copy. */
const conditions = ['onnxruntime-web-use-extern-wasm', ...defaultClientConditions];

/** What a result's manifest names: the app, and the packages that compute scores. */
const versions = {
  hitrate: manifest.version,
  minisearch: manifest.dependencies.minisearch,
  transformers: manifest.dependencies['@xenova/transformers'],
  'onnxruntime-web': manifest.dependencies['onnxruntime-web'],
};

export default defineConfig({
  // Relative addresses: the built site works from any host and sub-path.
  base: './',
  plugins: [svelte(), serviceWorker()],
  resolve: { conditions },
  worker: { format: 'es' },
  define: { __VERSIONS__: JSON.stringify(versions) },
  build: {
    target: 'es2023',
    modulePreload: { polyfill: false },
    // A data: address would be refused by the content security policy, and a binary gains nothing from one.
    assetsInlineLimit: 0,
  },
  server: { headers: securityHeaders({ development: true }) },
  preview: { headers: securityHeaders() },
});
