import { fileURLToPath } from 'node:url';

interface Graph {
  getModuleInfo(
    id: string,
  ): { readonly importedIds: readonly string[]; readonly dynamicallyImportedIds: readonly string[] } | null;
}

const entry = (file: string): string => fileURLToPath(new URL(`../src/${file}`, import.meta.url));

/** All that a module imports, and what that imports. @param later with what is imported when it is needed */
function importedBy(id: string, graph: Graph, later: boolean, found = new Set<string>()): ReadonlySet<string> {
  const { importedIds = [], dynamicallyImportedIds = [] } = graph.getModuleInfo(id) ?? {};
  for (const each of later ? [...importedIds, ...dynamicallyImportedIds] : importedIds) {
    if (found.has(each)) continue;
    found.add(each);
    importedBy(each, graph, later, found);
  }
  return found;
}

/**
 * Joins what the page loads at first into two files: what it shares with the airlock, which must not load the rest, and
 * the rest. Left alone, whatever else shares a module would split it off into a file of its own, a hundred in all.
 */
export function firstLoad() {
  let page: ReadonlySet<string> | undefined;
  let airlock: ReadonlySet<string> | undefined;
  const isOfPage = (id: string, graph: Graph): boolean => (page ??= importedBy(entry('main.ts'), graph, false)).has(id);
  const isOfAirlock = (id: string, graph: Graph): boolean =>
    (airlock ??= importedBy(entry('airlock.ts'), graph, true)).has(id);
  return [
    {
      debugName: 'shared',
      name: (id: string, graph: Graph) => (isOfPage(id, graph) && isOfAirlock(id, graph) ? 'shared' : null),
      priority: 2,
    },
    {
      debugName: 'page',
      name: (id: string, graph: Graph) => (isOfPage(id, graph) ? 'page' : null),
      priority: 1,
    },
  ];
}
