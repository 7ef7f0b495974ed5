import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';

/** What only Svelte's own rules know. Everything else, the scripts of components too, is oxlint's: see .oxlintrc.json. */
export default [
  { ignores: ['dist/', '.svelte-check/', 'node_modules/', 'test-results/', 'playwright-report/'] },
  ...svelte.configs.recommended,
  ...svelte.configs.prettier,
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { globals: globals.browser, parserOptions: { parser: ts.parser } },
    rules: { 'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }] },
  },
];
