import { provided } from '../shared/context';
import type { ModelCard, Device } from '../../domain/models/configuration';
import type { NamedGenerator } from '../../workbench/models/generation';
import type { Preferences } from '../shared/preferences';

export interface Writer {
  readonly generator: NamedGenerator;
  /** Its name, for whoever reads what it wrote. */
  readonly name: string;
  readonly maxNewTokens: number;
}

const KEY = 'writer';
const DEFAULT_NEW_TOKENS = 512;

interface Chosen {
  readonly model: string | null;
  /** Null leaves it to what was measured. */
  readonly device: Device | null;
  readonly maxNewTokens: number;
}

const NONE: Chosen = { model: null, device: null, maxNewTokens: DEFAULT_NEW_TOKENS };

export class WritersState {
  chosen = $state.raw<Chosen>(NONE);
  readonly all = $derived.by(() => this.cards().filter(({ task }) => task === 'generation'));
  /** The one that is chosen, else the first. */
  readonly card = $derived(this.all.find(({ id }) => id === this.chosen.model) ?? this.all[0] ?? null);

  constructor(
    private readonly cards: () => readonly ModelCard[],
    private readonly preferences: Preferences,
  ) {
    this.chosen = restored(preferences.read(KEY));
  }

  /** Null where there is none, or what is set for it cannot be. */
  get writer(): Writer | null {
    const { device, maxNewTokens } = this.chosen;
    if (!this.card || !Number.isInteger(maxNewTokens) || maxNewTokens <= 0) return null;
    const { id: model, revision, maxTokens, name } = this.card;
    const generator = { model, revision, maxTokens, device: device ?? this.card.device ?? 'wasm-single' };
    return { generator, name, maxNewTokens };
  }

  choose(patch: Partial<Chosen>): void {
    this.chosen = { ...this.chosen, ...patch };
    this.preferences.write(KEY, this.chosen);
  }
}

export const getWriters = provided(WritersState);

const DEVICES: readonly unknown[] = ['wasm', 'wasm-single', 'webgpu'] satisfies Device[];

function restored(stored: unknown): Chosen {
  if (typeof stored !== 'object' || stored === null) return NONE;
  const { model, device, maxNewTokens } = stored as Readonly<Record<string, unknown>>;
  return {
    model: typeof model === 'string' ? model : null,
    device: DEVICES.includes(device) ? (device as Device) : null,
    maxNewTokens: typeof maxNewTokens === 'number' ? maxNewTokens : DEFAULT_NEW_TOKENS,
  };
}
