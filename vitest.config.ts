import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { kernels } from './tools/kernels.mjs';

/** Tests that replace modules, globals or methods of the platform, or erase the database of the page: each in a world of its own. */
const ISOLATED = [
  'hub/download',
  'indexed-db/versioned',
  'lexical/lexical',
  'model-store/writing',
  'model/{devices,network-port,stored-files}',
  'requests/record',
  'rpc/{client,life}',
  'storage/*',
  'files/documents/timed-parser',
].map((file) => `test/unit/adapters/${file}.test.ts`);

export default defineConfig({
  // State classes are runes, which the compiler must see.
  plugins: [svelte(), kernels()],
  test: {
    environment: 'node',
    // No test is about time: on a busy machine the longest must not fail for it.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['test/{unit,golden,property}/**/*.test.ts'],
          exclude: ISOLATED,
          // Modules are loaded once for all files of a thread, which takes a fifth of the time.
          isolate: false,
          pool: 'threads',
        },
      },
      { extends: true, test: { name: 'isolated', include: ISOLATED, benchmark: { include: [] } } },
    ],
  },
});
