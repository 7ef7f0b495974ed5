import { editDistance } from '../../domain/text/edit-distance';

/** The known word that was probably meant: begun by what was typed, or at most two slips of a hand away; else null. */
export function closestWord(typed: string, known: readonly string[]): string | null {
  const wanted = typed.toLowerCase();
  if (wanted.length > 2) {
    const begun = known.filter((word) => word.toLowerCase().startsWith(wanted));
    if (begun.length === 1) return begun[0]!;
  }
  let best: string | null = null;
  let fewest = Math.min(2, Math.floor(wanted.length / 2)) + 1;
  for (const word of known) {
    const edits = editDistance([...wanted], [...word.toLowerCase()], fewest);
    if (edits < fewest) [best, fewest] = [word, edits];
  }
  return best;
}
