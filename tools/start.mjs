/** `npm start`: installs when needed, builds when needed, serves, and opens a browser where there is a display. */
import { spawn } from 'node:child_process';
import { ensureInstalled } from './install.mjs';
import { serve } from './serve.mjs';
import { DIST, ensureBuilt } from './site.mjs';

ensureInstalled();
ensureBuilt();
const port = Number(process.env.PORT ?? 0);
const { url } = await serve(DIST, { port }).catch((error) => {
  const reason = error.code === 'EADDRINUSE' ? `port ${port} is taken` : error.message;
  console.error(`Hitrate could not be served: ${reason}. Set PORT to another one, or leave it out for a free one.`);
  process.exit(1);
});
console.log(`\nHitrate is at ${url}\nPress Ctrl+C to stop.`);
open(url);

function open(address) {
  if (process.env.CI || process.env.BROWSER === 'none') return;
  const [command, ...args] =
    process.platform === 'darwin'
      ? ['open', address]
      : process.platform === 'win32'
        ? ['cmd', '/c', 'start', '', address]
        : process.env.DISPLAY || process.env.WAYLAND_DISPLAY
          ? ['xdg-open', address]
          : [];
  // Where nothing can open it, the address above is enough.
  if (command)
    spawn(command, args, { stdio: 'ignore', detached: true })
      .on('error', () => undefined)
      .unref();
}
