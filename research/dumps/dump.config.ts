import { defineConfig } from '@playwright/test';
import base from '../../playwright.config';

/** Makes the dump of what today's build stores: see `README.md` here. */
export default defineConfig({ ...base, testDir: '.', testMatch: 'make-dump.ts' });
