import { defineConfig } from '@playwright/test';
import { BROWSER_ARGS } from './tools/browser.mjs';

const executablePath = process.env['CHROMIUM_PATH'];

export default defineConfig({
  testDir: 'test/browser',
  // Without it stories alone are run: each a thing that a person does. The rest is tagged.
  ...(process.env['HITRATE_TESTS'] === 'all' ? {} : { grepInvert: /@full/ }),
  // While one waits for its page the other computes.
  workers: 2,
  // Tests wait for what they expect to see. These limits end a test that waits in vain, and are out of reach of others,
  // on a busy machine too.
  timeout: 900_000,
  expect: { timeout: 240_000 },
  forbidOnly: Boolean(process.env['CI']),
  use: {
    viewport: { width: 1440, height: 900 },
    launchOptions: { args: BROWSER_ARGS, ...(executablePath ? { executablePath } : {}) },
    actionTimeout: 120_000,
    // It copies every file once more: allowed where it is what a test is about. Nor is anything about motion.
    serviceWorkers: 'block',
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'off',
  },
});
