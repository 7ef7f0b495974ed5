import { plainKey } from '../shared/panes/panes';

export type BlindKey =
  | { readonly kind: 'mark'; readonly place: number }
  | { readonly kind: 'move'; readonly step: 1 | -1 }
  | { readonly kind: 'toggle' | 'finish' | 'none' };

const KEYS: Readonly<Record<string, BlindKey>> = {
  // The tenth passage has the key after 9.
  ...Object.fromEntries(Array.from({ length: 10 }, (_, place) => [String((place + 1) % 10), { kind: 'mark', place }])),
  ArrowDown: { kind: 'move', step: 1 },
  j: { kind: 'move', step: 1 },
  ArrowUp: { kind: 'move', step: -1 },
  k: { kind: 'move', step: -1 },
  ' ': { kind: 'toggle' },
  Enter: { kind: 'finish' },
  Escape: { kind: 'none' },
};

/** Null for a key that is not ours, or that belongs to what has the focus. */
export function blindKey(event: KeyboardEvent): BlindKey | null {
  const pressed = plainKey(event);
  const key = pressed !== null && Object.hasOwn(KEYS, pressed) ? KEYS[pressed]! : null;
  // A key that is held down would mark what nobody has read.
  if (!key || (event.repeat && key.kind !== 'move')) return null;
  const target = event.target instanceof Element ? event.target : null;
  return (key.kind === 'finish' || key.kind === 'toggle') && target?.closest('button, a, summary') ? null : key;
}
