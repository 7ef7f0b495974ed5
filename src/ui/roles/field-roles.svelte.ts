import { isEnough, type Mapping, type Role, ROLES } from '../../domain/dataset/roles/role';
import type { SeenTable } from '../../domain/dataset/roles/propose';
import type { Mappings } from '../../domain/dataset/roles/with-roles';
import { keptRecord, type Preferences } from '../shared/preferences';

const KEPT = 'roles-of-fields';

/** Tables of which a person says what each field is. Remembered per browser for files with the same fields. */
export class FieldRoles {
  tables = $state.raw<readonly SeenTable[]>([]);
  #chosen = $state.raw<Mappings>({});

  constructor(private readonly preferences: Preferences) {}

  /** Of tables whose roles are enough to read them by. */
  get mappings(): Mappings {
    return Object.fromEntries(Object.entries(this.#chosen).filter(([, mapping]) => isEnough(mapping)));
  }

  get areEnough(): boolean {
    return Object.keys(this.mappings).length > 0;
  }

  take(tables: readonly SeenTable[]): void {
    const kept = keptRecord<Mapping>(this.preferences, KEPT);
    this.tables = tables;
    this.#chosen = Object.fromEntries(
      tables.map((table) => [table.file, readMapping(kept[keyOf(table)]) ?? table.proposed]),
    );
  }

  roleOf(file: string, path: string): Role | null {
    return ROLES.find((role) => this.#chosen[file]?.[role] === path) ?? null;
  }

  /** A role that another field has goes over to this one. */
  choose(file: string, path: string, role: Role | null): void {
    const others = Object.entries(this.#chosen[file] ?? {}).filter(([name, each]) => each !== path && name !== role);
    this.#chosen = { ...this.#chosen, [file]: { ...Object.fromEntries(others), ...(role && { [role]: path }) } };
  }

  remember(): void {
    const own = this.tables.flatMap((table) => {
      const mapping = this.mappings[table.file];
      return mapping ? [[keyOf(table), mapping] as const] : [];
    });
    if (own.length > 0)
      this.preferences.write(KEPT, { ...keptRecord(this.preferences, KEPT), ...Object.fromEntries(own) });
  }
}

const keyOf = ({ fields }: SeenTable): string => JSON.stringify(fields.map(({ path }) => path));

function readMapping(kept: unknown): Mapping | null {
  if (typeof kept !== 'object' || kept === null) return null;
  const entries = Object.entries(kept).filter(
    ([role, path]) => ROLES.includes(role as Role) && typeof path === 'string',
  );
  return Object.fromEntries(entries);
}
