import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import ts from 'typescript';
import { parse } from 'yaml';
import { valueOf } from '../src/base/containers';
import { sharedFolder } from './data';

/** Published descriptions of the interfaces of engines. */
const descriptions = sharedFolder('HITRATE_ENGINES', 'engines');

export const hasEngineDescriptions = (): boolean => descriptions() !== null;

/** What is wrong with a body; none where it is as described. */
export type Validator = (body: unknown) => readonly string[];

const newAjv = (): Ajv => {
  const ajv = new Ajv({
    strict: false,
    allErrors: true,
    logger: false,
    validateSchema: false,
    code: { optimize: false },
  });
  (addFormats as unknown as (ajv: Ajv) => void)(ajv);
  return ajv;
};

const validatorOf =
  (validate: ValidateFunction): Validator =>
  (body) =>
    validate(body) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);

/**
 * Of a schema of OpenSearch's description, which is in many files, by its path and pointer, as
 * `schemas/indices._common.yaml#/components/schemas/IndexSettings`. What it refers to is gathered into one schema.
 */
export function opensearchValidator(reference: string): Validator {
  const root = descriptions('opensearch/spec')!;
  const definitions: Record<string, unknown> = {};
  const numbers = new Map<string, string>();
  const numbered = (file: string, pointer: string): string => {
    const key = `${file}#${pointer}`;
    const known = numbers.get(key);
    if (known !== undefined) return known;
    const number = `d${numbers.size}`;
    numbers.set(key, number);
    definitions[number] = {};
    definitions[number] = rewritten(schemaAt(file, pointer), file);
    return number;
  };
  const rewritten = (value: unknown, file: string): unknown => {
    if (Array.isArray(value)) return value.map((each) => rewritten(each, file));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => {
        if (name !== '$ref' || typeof each !== 'string') return [name, rewritten(each, file)];
        const [path, pointer] = each.split('#') as [string, string];
        return [name, `#/definitions/${numbered(path === '' ? file : resolve(dirname(file), path), pointer)}`];
      }),
    );
  };
  const [path, pointer] = reference.split('#') as [string, string];
  const $ref = `#/definitions/${numbered(join(root, path), pointer)}`;
  return validatorOf(newAjv().compile({ $ref, definitions }));
}

const yamlFiles = new Map<string, unknown>();

function schemaAt(file: string, pointer: string): unknown {
  const content = valueOf(yamlFiles, file, () => parse(readFileSync(file, 'utf8'), { uniqueKeys: false }) as unknown);
  const names = pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  const found = names.reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], content);
  if (found === undefined) throw new Error(`${file} has no ${pointer}`);
  return found;
}

/** Of a schema of Qdrant's description, by its name. */
export function qdrantValidator(name: string): Validator {
  const text = readFileSync(descriptions('qdrant/openapi.json')!, 'utf8');
  // OpenAPI allows null where it says `nullable`; ajv, only beside a type.
  const description = JSON.parse(text, (_, value: unknown) => withNull(value)) as object;
  const ajv = newAjv();
  ajv.addSchema(description, 'qdrant.json');
  return validatorOf(ajv.compile({ $ref: `qdrant.json#/components/schemas/${name}` }));
}

function withNull(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('nullable' in value) || 'type' in value) return value;
  const { nullable: _, description: __, ...rest } = value as Record<string, unknown>;
  return Object.keys(rest).length === 0 ? { type: 'null' } : { anyOf: [rest, { type: 'null' }] };
}

/** Files of types, which are the same for all bodies. */
const parsed = new Map<string, ts.SourceFile | undefined>();

/**
 * What the compiler says of bodies as values of the types of Elasticsearch's description; an unknown field is an error.
 *
 * @param bodies each with its type, as `SearchRequest['body']`
 * @returns of each body, in their order
 */
export function elasticsearchProblems(
  bodies: readonly { readonly type: string; readonly body: unknown }[],
): readonly (readonly string[])[] {
  const lines = bodies.map(({ type, body }, i) => `export const body${i}: t.${type} = ${JSON.stringify(body)};`);
  const file = join(descriptions('elasticsearch')!, '__bodies.ts');
  const source = [`import type * as t from './types';`, ...lines].join('\n');
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  // The file is not written: the folder is read-only.
  host.getSourceFile = (name, ...rest) =>
    name === file
      ? ts.createSourceFile(name, source, options.target!)
      : valueOf(parsed, name, () => getSourceFile.call(host, name, ...rest));
  host.fileExists = (name) => name === file || fileExists.call(host, name);
  host.readFile = (name) => (name === file ? source : readFile.call(host, name));
  const program = ts.createProgram([file], options, host);
  const checked = program.getSourceFile(file)!;
  const problems = bodies.map((): string[] => []);
  for (const each of [...program.getSyntacticDiagnostics(checked), ...program.getSemanticDiagnostics(checked)]) {
    const line = checked.getLineAndCharacterOfPosition(each.start!).line;
    problems[line - 1]!.push(ts.flattenDiagnosticMessageText(each.messageText, '\n'));
  }
  return problems;
}
