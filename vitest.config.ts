import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  // State classes are runes, which the compiler must see.
  plugins: [svelte()],
  test: { include: ['test/{unit,golden,property}/**/*.test.ts'], environment: 'node' },
});
