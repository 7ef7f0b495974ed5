import {
  isEnough,
  isOfQuestions,
  type Mapping,
  type Role,
  ROLES,
  ROLES_SETTING,
} from '../../domain/dataset/roles/role';
import type { SeenTable } from '../../domain/dataset/roles/propose';
import type { Mappings } from '../../domain/dataset/roles/with-roles';
import { keptRecord, type Preferences } from '../shared/preferences';

/** With one of them a table of questions is read without documents. */
const JUDGED = ['grade', 'relevant', 'relevant-text', 'retrieved', 'retrieved-text'] as const;

/** Tables of which a person says what each field is. Remembered per browser for files with the same fields. */
export class FieldRoles {
  tables = $state.raw<readonly SeenTable[]>([]);
  #chosen = $state.raw<Mappings>({});
  /** Files whose roles a person has chosen, now or before: what is only proposed may leave out what a reader knows. */
  #accepted = $state.raw<readonly string[]>([]);

  constructor(private readonly preferences: Preferences) {}

  /** Of tables whose roles are chosen, and enough to read them by. */
  get mappings(): Mappings {
    const isOne = ([file, mapping]: readonly [string, Mapping]): boolean =>
      this.#accepted.includes(file) && isEnough(mapping);
    return Object.fromEntries(Object.entries(this.#chosen).filter(isOne));
  }

  get areEnough(): boolean {
    return Object.values(this.#chosen).some(isEnough);
  }

  /** Whether there is nothing but questions whose answers must be looked for in documents. */
  get areQuestionsAlone(): boolean {
    const read = Object.values(this.#chosen).filter(isEnough);
    return read.length > 0 && read.every(isOfQuestionsAlone);
  }

  /** Files that say only where questions are answered. */
  get questionTables(): readonly string[] {
    return Object.entries(this.#chosen).flatMap(([file, mapping]) => (isOfQuestionsAlone(mapping) ? [file] : []));
  }

  take(tables: readonly SeenTable[]): void {
    const kept = keptRecord<Mapping>(this.preferences, ROLES_SETTING);
    const before = tables.map((table) => readMapping(kept[keyOf(table)]));
    this.tables = tables;
    this.#chosen = Object.fromEntries(tables.map((table, i) => [table.file, before[i] ?? table.proposed]));
    this.#accepted = tables.flatMap(({ file }, i) => (before[i] ? [file] : []));
  }

  /** Takes what is proposed, and remembers it. */
  accept(): void {
    this.#accepted = this.tables.map(({ file }) => file);
    this.remember();
  }

  roleOf(file: string, path: string): Role | null {
    return ROLES.find((role) => this.#chosen[file]?.[role] === path) ?? null;
  }

  /** A role that another field has goes over to this one. */
  choose(file: string, path: string, role: Role | null): void {
    this.#accepted = [...this.#accepted, file];
    const others = Object.entries(this.#chosen[file] ?? {}).filter(([name, each]) => each !== path && name !== role);
    this.#chosen = { ...this.#chosen, [file]: { ...Object.fromEntries(others), ...(role && { [role]: path }) } };
  }

  remember(): void {
    const own = this.tables.flatMap((table) => {
      const mapping = this.mappings[table.file];
      return mapping ? [[keyOf(table), mapping] as const] : [];
    });
    if (own.length > 0)
      this.preferences.write(ROLES_SETTING, {
        ...keptRecord(this.preferences, ROLES_SETTING),
        ...Object.fromEntries(own),
      });
  }
}

const isOfQuestionsAlone = (mapping: Mapping): boolean =>
  isOfQuestions(mapping) && !JUDGED.some((role) => mapping[role]);

const keyOf = ({ fields }: SeenTable): string => JSON.stringify(fields.map(({ path }) => path));

function readMapping(kept: unknown): Mapping | null {
  if (typeof kept !== 'object' || kept === null) return null;
  const entries = Object.entries(kept).filter(
    ([role, path]) => ROLES.includes(role as Role) && typeof path === 'string',
  );
  return Object.fromEntries(entries);
}
