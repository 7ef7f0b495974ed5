import { GRADE_MEANINGS } from '../shared/grades';
import { plainKey } from '../shared/panes/panes';

export type JudgeKey =
  | { readonly kind: 'grade'; readonly grade: number }
  | { readonly kind: 'move' | 'turn'; readonly step: 1 | -1 }
  | { readonly kind: 'close' | 'skip' | 'undo' | 'whole' | 'back' | 'search' | 'note' | 'help' };

const KEYS: Readonly<Record<string, JudgeKey>> = {
  ...Object.fromEntries(GRADE_MEANINGS.map((_, grade) => [String(grade), { kind: 'grade', grade } as const])),
  ArrowDown: { kind: 'move', step: 1 },
  ArrowUp: { kind: 'move', step: -1 },
  j: { kind: 'turn', step: 1 },
  ArrowRight: { kind: 'turn', step: 1 },
  k: { kind: 'turn', step: -1 },
  ArrowLeft: { kind: 'turn', step: -1 },
  Enter: { kind: 'close' },
  s: { kind: 'skip' },
  u: { kind: 'undo' },
  d: { kind: 'whole' },
  Escape: { kind: 'back' },
  '/': { kind: 'search' },
  n: { kind: 'note' },
  '?': { kind: 'help' },
};

/** Null for a key that is not ours, or that belongs to what has the focus. */
export function judgeKey(event: KeyboardEvent): JudgeKey | null {
  const pressed = plainKey(event);
  const key = pressed !== null && Object.hasOwn(KEYS, pressed) ? KEYS[pressed]! : null;
  // A key that is held down would judge what nobody has read.
  if (!key || (event.repeat && key.kind !== 'move')) return null;
  const target = event.target instanceof Element ? event.target : null;
  if (key.kind === 'close' && target?.closest('button, a, summary')) return null;
  const isChoice = target?.matches('input') ?? false;
  return isChoice && (key.kind === 'turn' || key.kind === 'move' || key.kind === 'close') ? null : key;
}
