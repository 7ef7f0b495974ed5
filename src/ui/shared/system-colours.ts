import { getContext } from 'svelte';
import { SYSTEM_IDS } from '../../domain/experiment/system-ids';
import { keptRecord, type Preferences } from './preferences';
import { nameParts } from './system-names';

const SYSTEM_COLOURS = 12;

const SETTING = 'system-colours';

/** Of a system without a colour of its own: it is one of a group, which its name has to distinguish. */
const GROUPED = '--ink-3';

type Assigned = Readonly<Record<string, number>>;

/** One colour per system of a collection, everywhere. Once all twelve are used, hidden systems lend theirs. */
export class SystemColours {
  readonly #assigned: Map<string, number>;

  constructor(
    private readonly preferences: Preferences,
    private readonly collection: string,
  ) {
    const kept = keptRecord<Assigned>(preferences, SETTING)[collection] ?? {};
    this.#assigned = new Map(Object.entries(kept).filter(([, colour]) => isOwn(colour)));
  }

  see(systems: readonly string[]): void {
    const names = [...new Set(systems.map(retrieverOf))];
    const without = names.filter((name) => knownColour(name) === null && !this.#assigned.has(name));
    if (without.length === 0) return;
    const shared =
      names.length <= SYSTEM_COLOURS ? [...this.#assigned.keys()].filter((name) => !names.includes(name)) : [];
    for (const name of without) {
      const colour = this.#free() ?? this.#takenFrom(shared.shift());
      if (colour !== null) this.#assigned.set(name, colour);
    }
    this.#keep();
  }

  /** From 1; null for one of a group. One that was not seen before is from now on. */
  of(system: string): number | null {
    const name = retrieverOf(system);
    const known = knownColour(name);
    if (known !== null) return known;
    if (!this.#assigned.has(name) && this.#free() !== null) this.see([name]);
    return this.#assigned.get(name) ?? null;
  }

  /** The custom property that holds its colour. */
  variable(system: string): string {
    const colour = this.of(system);
    return colour === null ? GROUPED : `--sys-${colour}`;
  }

  #free(): number | null {
    const taken = new Set(this.#assigned.values());
    for (let colour = SYSTEM_IDS.length + 1; colour <= SYSTEM_COLOURS; colour++) if (!taken.has(colour)) return colour;
    return null;
  }

  #takenFrom(name: string | undefined): number | null {
    if (name === undefined) return null;
    const colour = this.#assigned.get(name)!;
    this.#assigned.delete(name);
    return colour;
  }

  #keep(): void {
    this.preferences.write(SETTING, {
      ...keptRecord(this.preferences, SETTING),
      [this.collection]: Object.fromEntries(this.#assigned),
    });
  }
}

const isOwn = (colour: unknown): boolean =>
  typeof colour === 'number' && Number.isInteger(colour) && colour > SYSTEM_IDS.length && colour <= SYSTEM_COLOURS;

const retrieverOf = (system: string): string => nameParts(system).retriever;

function knownColour(name: string): number | null {
  const place = (SYSTEM_IDS as readonly string[]).indexOf(name);
  return place < 0 ? null : place + 1;
}

/** Of what is drawn outside of a collection: the same until the page is closed. */
const OUTSIDE = new SystemColours({ read: () => null, write: () => undefined }, '');

export const getSystemColours = (): SystemColours =>
  (getContext(SystemColours) as SystemColours | undefined) ?? OUTSIDE;
