import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { syntaxOf } from './syntax';

interface Exported {
  readonly name: string;
  readonly isType: boolean;
}

/** Names that a file declares and exports. One that is a value and its type is one name. */
function exportedNames(source: string): Exported[] {
  const names = new Map<string, boolean>();
  for (const statement of syntaxOf(source).statements) {
    const isExported = ts.canHaveModifiers(statement)
      ? ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
      : false;
    if (!isExported) continue;
    const isType = ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement);
    for (const name of declaredNames(statement)) names.set(name, (names.get(name) ?? true) && isType);
  }
  return [...names].map(([name, isType]) => ({ name, isType }));
}

function declaredNames(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  const { name } = statement as ts.Statement & { readonly name?: ts.Identifier };
  return name ? [name.text] : [];
}

/**
 * Names that stand for two things, with where. A type has one meaning in the whole of `src`; a function or constant has
 * one within its layer, since layers name what they do to the same thing by the same verb: `readDocuments` is a method of
 * the workbench and what the worker does.
 */
function repeatedNames(files: ReadonlyMap<string, string>): string[] {
  const places = new Map<string, string[]>();
  for (const [file, source] of files)
    for (const { name, isType } of exportedNames(source)) {
      const key = isType ? name : `${file.split('/')[1]!}: ${name}`;
      places.set(key, [...(places.get(key) ?? []), file]);
    }
  return [...places].filter(([, where]) => where.length > 1).map(([key, where]) => `${key}: ${where.join(', ')}`);
}

describe('an exported name', () => {
  it('stands for one thing: a type in all of src, a value in its layer', () => {
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
      .map((file) => posix.join('src', file.replaceAll('\\', '/')))
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'));
    expect(files.length).toBeGreaterThan(500);
    expect(repeatedNames(new Map(files.map((file) => [file, readFileSync(file, 'utf8')])))).toEqual([]);
  });

  it('is found twice as a type in two layers, and as a value in one', () => {
    const [a, b] = ['src/domain/a.ts', 'src/ui/b.ts'];
    const found = (one: string, other: string, to = b) =>
      repeatedNames(
        new Map([
          [a, one],
          [to, other],
        ]),
      );
    expect(found('export interface Run { a: 1 }', 'export type Run = 1;')).toEqual([`Run: ${a}, ${b}`]);
    expect(found('export const run = 1;', 'export function run() {}')).toEqual([]);
    expect(found('export const run = 1;', 'export function run() {}', 'src/domain/b.ts')).toEqual([
      `domain: run: ${a}, src/domain/b.ts`,
    ]);
    expect(found('interface Run { a: 1 }', 'export type Run = 1;')).toEqual([]);
    expect(found('export const Run = 1; export type Run = 1;', '')).toEqual([]);
  });
});
