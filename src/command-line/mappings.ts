import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { baseName } from '../base/paths';
import { parseMapping, ROLES } from '../domain/dataset/roles/role';
import type { EvaluationRequest } from '../ui/command-line/command';
import { problems as words } from '../ui/command-line/problem-texts';

/** Roles of fields as they are typed, or as a file has them. @param problems to which those of the typed are added */
export function mappingsOf(
  typed: readonly string[],
  folder: string,
  problems: string[],
): EvaluationRequest['mappings'] {
  const given = typed
    .flatMap((each) => linesOfMappings(each, folder))
    .map((each) => {
      const at = each.lastIndexOf(':', each.indexOf('='));
      const mapping = parseMapping(each.slice(at + 1));
      if (at < 1 || mapping === null) problems.push(words.badMapping(each, ROLES));
      return [baseName(each.slice(0, Math.max(0, at))), mapping ?? {}] as const;
    });
  return given.length > 0 ? Object.fromEntries(given) : undefined;
}

/** One mapping, or those of a file, one a line. */
function linesOfMappings(typed: string, folder: string): readonly string[] {
  const file = resolve(folder, typed);
  if (typed.includes('=') || !statSync(file, { throwIfNoEntry: false })?.isFile()) return [typed];
  const lines = readFileSync(file, 'utf8').split(/\r?\n/);
  const own = lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
  return own.length > 0 ? own : [typed];
}
