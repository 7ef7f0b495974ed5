/** What makes an id look like another, or unlike itself in another file. */
export type IdFlaw = 'NUL character' | 'byte order mark' | 'white space';

const NUL = '\0';
const BYTE_ORDER_MARK = '\ufeff';
const ANY = /^\s|\s$|[\0\ufeff]/;

/** Why an id cannot be kept; null where it can. An empty id is a problem of its own. */
export function idFlaw(id: string): IdFlaw | null {
  if (!ANY.test(id)) return null;
  if (id.includes(NUL)) return 'NUL character';
  return id.includes(BYTE_ORDER_MARK) ? 'byte order mark' : 'white space';
}
