import { resolve } from 'node:path';
import type { Plugin } from 'vite';

/** What a bundler really put into its chunks and assets. */
export interface Inventory {
  /** Paths of files, and ids of modules that a tool made, as `\0vite/preload-helper.js`. */
  readonly files: ReadonlySet<string>;
  /** A plugin that adds what its bundle holds: one for the pages, one for each worker, one for the service worker. */
  plugin(): Plugin;
}

export function createInventory(): Inventory {
  const files = new Set<string>();
  const plugin = (): Plugin => {
    let root = '';
    return {
      name: 'hitrate-inventory',
      apply: 'build',
      configResolved: (config) => void (root = config.root),
      generateBundle(_, bundle) {
        for (const output of Object.values(bundle)) {
          if (output.type === 'asset') for (const file of output.originalFileNames) files.add(resolve(root, file));
          // What was left out of a chunk, as types or unused code, does not ship.
          else
            for (const [id, { renderedLength }] of Object.entries(output.modules))
              if (renderedLength > 0) files.add(id.replace(/\?.*$/, ''));
        }
      },
    };
  };
  return { files, plugin };
}
