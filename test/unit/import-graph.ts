import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parse } from 'svelte/compiler';
import ts from 'typescript';
import { syntaxOf } from './syntax';

export interface Import {
  /** File from the root of the repository, or the name of a package as `npm:valibot`. */
  readonly to: string;
  /** Gone after compilation: `import type`, `export type … from`, `typeof import('…')`. */
  readonly typeOnly: boolean;
}

/** What each file imports, by its path from the root of the repository. */
export type Graph = ReadonlyMap<string, readonly Import[]>;

/** Reads the imports of all .ts and .svelte files in some folders. Styles and other assets are no part of the graph. */
export function readGraph(root: string, folders: readonly string[]): Graph {
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => posix.join(folder, file.replaceAll('\\', '/')))
      .filter((file) => /\.(ts|svelte)$/.test(file) && !file.endsWith('.d.ts')),
  );
  return new Map(
    files.sort().map((file) => [
      file,
      importsOf(file, readFileSync(join(root, file), 'utf8')).flatMap(({ to, typeOnly }) => {
        const found = resolveImport(root, file, to);
        return found === null ? [] : [{ to: found, typeOnly }];
      }),
    ]),
  );
}

const known = new Map<string, readonly Import[]>();

/** Imports as they are written. `new URL('…', import.meta.url)` is none: it names a file of a worker, not its code. */
function importsOf(file: string, source: string): readonly Import[] {
  const before = known.get(source);
  if (before) return before;
  const code = file.endsWith('.svelte') ? scriptsOf(source) : source;
  const found: Import[] = [];
  const visit = (node: ts.Node): void => {
    const imported = importIn(node);
    if (imported) found.push(imported);
    ts.forEachChild(node, visit);
  };
  visit(syntaxOf(code));
  known.set(source, found);
  return found;
}

function importIn(node: ts.Node): Import | null {
  // `import { type A }` leaves `import {}` behind under verbatimModuleSyntax: only `import type` is gone.
  if (ts.isImportDeclaration(node))
    return imported(node.moduleSpecifier, node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword);
  if (ts.isExportDeclaration(node)) return imported(node.moduleSpecifier, node.isTypeOnly);
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) return imported(node.argument.literal, true);
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
    return imported(node.arguments[0], false);
  return null;
}

function imported(specifier: ts.Node | undefined, typeOnly: boolean): Import | null {
  return specifier && ts.isStringLiteralLike(specifier) ? { to: specifier.text, typeOnly } : null;
}

function scriptsOf(source: string): string {
  const { instance, module } = parse(source, { modern: true });
  return [module, instance].map((script) => (script ? scriptText(source, script.content) : '')).join('\n');
}

function scriptText(source: string, content: unknown): string {
  const { start, end } = content as { start: number; end: number };
  return source.slice(start, end);
}

/** @returns null for an asset that is not code */
function resolveImport(root: string, from: string, specifier: string): string | null {
  const path = specifier.replace(/\?.*$/, '');
  if (!/^[./]/.test(path)) return `npm:${path}`;
  const base = path.startsWith('/') ? path.slice(1) : posix.join(posix.dirname(from), path);
  const candidates = [base, `${base}.ts`, `${base}.svelte.ts`, `${base}/index.ts`];
  const found = candidates.find((file) => existsSync(join(root, file)) && statSync(join(root, file)).isFile());
  if (found === undefined) return `missing:${base}`;
  return /\.(ts|svelte)$/.test(found) ? found : null;
}
