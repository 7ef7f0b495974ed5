import { provided } from '../shared/context';
import { canonicalJson } from '../../base/hash';
import { composedOf, type ComposedSystem, type Naming } from '../../domain/experiment/composed';
import type { SystemSpec } from '../../domain/experiment/experiment';
import type { KeptSystem } from '../../domain/learning/session-record';
import type { WorkbenchPart } from '../../workbench/workbench';
import { Task } from '../shared/task.svelte';

/** A system that was taken from a blind session, with the id of that. */
export interface KeptFrom extends KeptSystem {
  readonly session: string;
}

export class KeptSystemsState {
  #all = $state.raw<readonly KeptFrom[] | null>(null);
  readonly #reading: Task;

  constructor(
    private readonly workbench: WorkbenchPart<{ blind: 'all' }>,
    private readonly collection: string,
    signal: AbortSignal,
  ) {
    this.#reading = new Task(signal);
  }

  async read(): Promise<void> {
    if (this.#all === null) await this.#read();
  }

  async sync(): Promise<void> {
    if (this.#all !== null) await this.#read();
  }

  /**
   * The newest of the same parts, whatever it is called. Null where it was not taken from a session, was changed since,
   * or would search other passages. @param systems of the new run, with their chunking and models
   */
  of(system: ComposedSystem, systems: readonly SystemSpec[], naming: Naming): KeptFrom | null {
    const own = partsKey(system);
    return (
      this.#all?.find(
        (kept) =>
          partsKey(composedOf(kept.system, naming)) === own &&
          systems.some((each) => partsKey(each) === partsKey(kept.system)),
      ) ?? null
    );
  }

  async #read(): Promise<void> {
    await this.#reading.run(
      () => this.workbench.blind.all(this.collection),
      (sessions) => {
        this.#all = sessions
          .flatMap(({ id, kept = [] }) => kept.map((each) => ({ ...each, session: id })))
          .toSorted((a, b) => b.at - a.at);
      },
    );
  }
}

const partsKey = (system: object): string => canonicalJson({ ...system, id: '' });

export const getKeptSystems = provided(KeptSystemsState);
