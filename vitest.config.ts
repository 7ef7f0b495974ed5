import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { include: ['test/{unit,golden,property}/**/*.test.ts'], environment: 'node' },
});
