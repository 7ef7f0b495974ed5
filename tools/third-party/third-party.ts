import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import manifest from '../../package.json' with { type: 'json' };
import { billOf } from './bill-of-materials.ts';
import { createInventory } from './inventory.ts';
import { noticesFor } from './notices.ts';

/** Where they are in the built site; `src/adapters/browser/bundled-files.ts` reads the first. */
export const NOTICES = 'licences/notices.json';
export const BILL = 'licences/bill-of-materials.cdx.json';

/** Lists what of others is in the site, as bundles are made, and writes it beside them. */
export interface ThirdParty {
  /** For each bundle: pages, workers, service worker. */
  plugin(): Plugin;
  /** @throws {Error} where something is in the site that has no known, permissive licence */
  write(folder: string, root: string): Promise<void>;
}

export function thirdParty(): ThirdParty {
  const { files, plugin } = createInventory();
  return {
    plugin,
    async write(folder, root) {
      const notices = noticesFor(files, root);
      await mkdir(join(folder, 'licences'), { recursive: true });
      await writeFile(join(folder, NOTICES), JSON.stringify(notices));
      await writeFile(join(folder, BILL), `${JSON.stringify(billOf(manifest, notices), null, 2)}\n`);
    },
  };
}
