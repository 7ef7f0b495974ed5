#!/usr/bin/env node
/**
 * `npm run evaluate -- …`, `npx hitrate …`: the same app without its screen. Everything that is read, decided and said is in
 * `src/command-line.ts`, which is bundled here for Node; the engine runs in the built site, in a Chromium without a window.
 */
import { pathToFileURL } from 'node:url';
import { ensureInstalled } from './install.mjs';

/** The built site, and a browser to run it in. */
async function site() {
  const [{ DIST, ensureBuilt }, { serve }, { BROWSER_ARGS, ensureBrowser }] = await Promise.all([
    import('./site.mjs'),
    import('./serve.mjs'),
    import('./browser.mjs'),
  ]);
  ensureBuilt();
  return { serve: (port) => serve(DIST, { port }), browser: ensureBrowser, browserArgs: BROWSER_ARGS };
}

/** The first signal stops what runs, which keeps what it has; the second ends at once. */
function onInterrupt(listener) {
  let asked = false;
  const stop = () => {
    if (asked) process.exit(130);
    asked = true;
    listener();
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);
  return () => ['SIGINT', 'SIGTERM'].forEach((signal) => process.off(signal, stop));
}

ensureInstalled();
const { COMMAND_LINE, ensureCommandLine } = await import('./site.mjs');
await ensureCommandLine();
const { runCommand } = await import(pathToFileURL(COMMAND_LINE).href);
// npm runs scripts in the project's folder; paths are meant from where the person stands.
const folder = process.env.INIT_CWD ?? process.cwd();
process.exitCode = await runCommand(process.argv.slice(2), {
  folder,
  out: process.stdout,
  err: process.stderr,
  onInterrupt,
  site,
});
