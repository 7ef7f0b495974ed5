import { readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { Notice } from '../../src/contract/models';
import { noticeOf, packageOf } from './packages.ts';
import { PARTS, SUPPLEMENTS } from './supplements.ts';

/**
 * One notice for each package that files came from, for what packages hold copies of, and for data and models, by name.
 *
 * @param files paths and module ids of all that is in the site
 * @param root folder of the project
 * @throws {Error} that names every package without a known, permissive licence and its text
 */
export function noticesFor(files: Iterable<string>, root: string): Notice[] {
  const all = [...files];
  const places = new Map<string, string>();
  for (const file of all) {
    const folder = packageOf(file, root);
    if (folder !== null) places.set(folder, 'code of the page or its workers');
  }
  for (const folder of [...places.keys()]) {
    const name = nameIn(folder);
    for (const inner of SUPPLEMENTS[name]?.contains ?? []) {
      const at = join(root, 'node_modules', inner);
      if (!places.has(at)) places.set(at, `within ${name}`);
    }
  }
  const problems: string[] = [];
  const notices = [...places].flatMap(([folder, where]) => {
    try {
      return [noticeOf(folder, root, where)];
    } catch (error) {
      problems.push((error as Error).message);
      return [];
    }
  });
  if (problems.length > 0)
    throw new Error(`What is bundled cannot be passed on as it is:\n${problems.sort().join('\n')}`);
  const parts = PARTS.filter(({ when }) => !when || all.some((file) => when.test(file.split(sep).join('/')))).map(
    ({ name, version, licence, kind, where, text }): Notice => ({
      name,
      version,
      licence,
      kind,
      where,
      text: readFileSync(join(root, text), 'utf8').trim(),
    }),
  );
  return unique([...notices, ...parts]);
}

/** One of each name and version: a package may be installed twice. */
function unique(notices: readonly Notice[]): Notice[] {
  const byKey = new Map(notices.map((notice) => [`${notice.name}@${notice.version}`, notice]));
  return [...byKey.values()].sort((a, b) => compare(a.name, b.name) || compare(a.version, b.version));
}

const compare = (a: string, b: string): number => (a.toLowerCase() < b.toLowerCase() ? -1 : a === b ? 0 : 1);

function nameIn(folder: string): string {
  return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name: string }).name;
}
