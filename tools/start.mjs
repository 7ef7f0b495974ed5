/** `npm start`: installs what building needs where it is missing, builds when needed, serves, and opens a browser where there is a display. */
import { spawn } from 'node:child_process';
import { ensureInstalled } from './install.mjs';
import { serve } from './serve.mjs';
import { DIST, ensureBuilt } from './site.mjs';

/** Collections are kept by the browser for an address: another port would be another, empty, Hitrate. */
const PORT = 4183;

ensureInstalled({ development: false });
ensureBuilt();
const { url } = await serveSomewhere();
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

/** On the port of PORT, or the usual one, or, where that is taken, a free one. */
async function serveSomewhere() {
  const named = process.env.PORT;
  try {
    return await serve(DIST, { port: Number(named ?? PORT) });
  } catch (error) {
    if (named || error.code !== 'EADDRINUSE') {
      console.error(`Hitrate could not be served: ${error.message}. Set PORT to a free port.`);
      process.exit(1);
    }
    console.log(
      `Port ${PORT} is taken, perhaps by a Hitrate that is running already. On the port below the browser shows none of the collections kept there.`,
    );
    return serve(DIST);
  }
}
