import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';
import manifest from './package.json' with { type: 'json' };
import { contentSecurityPolicy } from './src/adapters/offline/headers.js';
import { firstLoad } from './tools/first-load.ts';
import { headersOfServer } from './tools/headers-plugin.ts';
import { serviceWorker } from './tools/service-worker-plugin.ts';
import { thirdParty } from './tools/third-party/third-party.ts';
import { kernels } from './tools/kernels.mjs';

/** ONNX Runtime takes its binaries from the addresses that we give it, instead of bundling a second copy. */
const conditions = ['onnxruntime-web-use-extern-wasm', ...defaultClientConditions];

/** What a result's manifest names: the app, and the packages that compute scores. */
const versions = {
  hitrate: manifest.version,
  minisearch: manifest.dependencies.minisearch,
  kuromoji: manifest.dependencies['@patdx/kuromoji'],
  'snowball-stemmers': manifest.dependencies['@orama/stemmers'],
  'stopwords-iso': manifest.dependencies['stopwords-iso'],
  transformers: manifest.dependencies['@xenova/transformers'],
  'onnxruntime-web': manifest.dependencies['onnxruntime-web'],
};

/**
 * The policy for hosts that cannot set headers, and for the time before the service worker sets them. That of the airlock
 * is inserted by its first script, which can read the address; the one here leaves it room.
 */
function policyInPage(): Plugin {
  const metaOf = (page: 'documents' | 'airlock') => ({
    'http-equiv': 'Content-Security-Policy',
    content: contentSecurityPolicy({ page, search: null, meta: true }),
  });
  return {
    name: 'hitrate-policy-in-page',
    apply: 'build',
    transformIndexHtml: (_, { path }) => {
      const attrs = metaOf(path === '/airlock.html' ? 'airlock' : 'documents');
      return [{ tag: 'meta', attrs, injectTo: 'head-prepend' }];
    },
  };
}

const others = thirdParty();

export default defineConfig({
  // Relative addresses: the built site works from any host and sub-path.
  base: './',
  plugins: [
    svelte(),
    policyInPage(),
    headersOfServer(),
    kernels(),
    others.plugin(),
    serviceWorker({ plugins: () => [others.plugin()], beforeListing: others.write }),
  ],
  resolve: { conditions },
  worker: { format: 'es', plugins: () => [kernels(), others.plugin()] },
  // Found before the first page is served: a dependency found later reloads the page under whoever is using it.
  optimizeDeps: { entries: ['index.html', 'airlock.html', 'workers/*.ts'] },
  define: { __VERSIONS__: JSON.stringify(versions) },
  build: {
    target: 'es2023',
    modulePreload: { polyfill: false },
    // A data: address would be refused by the content security policy, and a binary gains nothing from one.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: ['index.html', 'airlock.html'],
      output: { codeSplitting: { groups: firstLoad() } },
    },
  },
});
