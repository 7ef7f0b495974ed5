import ts from 'typescript';

const trees = new Map<string, ts.SourceFile>();

/** The syntax tree of a source. Several tests read every file: each is parsed once. */
export function syntaxOf(source: string): ts.SourceFile {
  const tree = trees.get(source) ?? ts.createSourceFile('x.ts', source, ts.ScriptTarget.ESNext, true);
  trees.set(source, tree);
  return tree;
}
