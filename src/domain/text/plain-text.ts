/** Soft hyphens, joiners, variation selectors and keycaps: they change how a word looks, not which word it is. */
const invisible = /\u00ad|\u200c|\u200d|\u2060|\u20e3|[\ufe00-\ufe0f]|\ufeff|\udb40[\udd00-\uddef]/g;

/**
 * A text as every analyzer reads it: NFKC, in lower case, without what cannot be seen. Lower case is that of no language:
 * a Turkish I becomes i, not ı.
 */
export function plainText(text: string): string {
  return text.normalize('NFKC').replace(invisible, '').toLowerCase();
}
