import { defineConfig } from '@playwright/test';
import { BROWSER_ARGS } from './tools/browser.mjs';

const executablePath = process.env['CHROMIUM_PATH'];

export default defineConfig({
  testDir: 'test/browser',
  // Two at a time would share two cores with the models, and time out for that reason alone.
  workers: 1,
  timeout: 180_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env['CI']),
  use: {
    viewport: { width: 1440, height: 900 },
    launchOptions: { args: BROWSER_ARGS, ...(executablePath ? { executablePath } : {}) },
    actionTimeout: 20_000,
    trace: 'off',
  },
});
