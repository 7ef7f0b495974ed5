import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  // State classes are runes, which the compiler must see.
  plugins: [svelte()],
  // No test is about time: on a busy machine the longest must not fail for it.
  test: { include: ['test/{unit,golden,property}/**/*.test.ts'], environment: 'node', testTimeout: 60_000 },
});
