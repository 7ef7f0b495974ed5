import { GRADE_MEANINGS } from '../shared/grades';

export type JudgeKey =
  | { readonly kind: 'grade'; readonly grade: number }
  | { readonly kind: 'move' | 'turn'; readonly step: 1 | -1 }
  | { readonly kind: 'close' | 'undo' | 'whole' | 'back' | 'search' | 'note' | 'help' };

const KEYS: Readonly<Record<string, JudgeKey>> = {
  ...Object.fromEntries(GRADE_MEANINGS.map((_, grade) => [String(grade), { kind: 'grade', grade } as const])),
  ArrowDown: { kind: 'move', step: 1 },
  j: { kind: 'move', step: 1 },
  ArrowUp: { kind: 'move', step: -1 },
  k: { kind: 'move', step: -1 },
  ArrowRight: { kind: 'turn', step: 1 },
  ArrowLeft: { kind: 'turn', step: -1 },
  Enter: { kind: 'close' },
  u: { kind: 'undo' },
  d: { kind: 'whole' },
  Escape: { kind: 'back' },
  '/': { kind: 'search' },
  n: { kind: 'note' },
  '?': { kind: 'help' },
};

/** Null for a key that is not ours, or that belongs to what has the focus. */
export function judgeKey(event: KeyboardEvent): JudgeKey | null {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return null;
  const target = event.target instanceof Element ? event.target : null;
  const choice = target?.closest('input:is([type="radio"], [type="checkbox"])');
  if (!choice && target?.closest('input, textarea, select, dialog, [contenteditable]')) return null;
  const key = Object.hasOwn(KEYS, event.key) ? KEYS[event.key]! : null;
  if (!key) return null;
  const tab = target?.closest('[role="tab"]');
  if (key.kind === 'close' && !tab && target?.closest('button, a, summary')) return null;
  // Arrows move among tabs and among choices.
  if (key.kind === 'turn' && tab) return null;
  if ((key.kind === 'turn' || key.kind === 'move' || key.kind === 'close') && choice) return null;
  // A key that is held down would judge what nobody has read.
  if (event.repeat && key.kind !== 'move') return null;
  return key;
}
