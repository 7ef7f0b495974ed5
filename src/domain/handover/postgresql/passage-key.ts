/**
 * What tells the passages of a table apart, and puts those of equal scores in order. `position`: their place in the
 * collection, as Hitrate orders it; the table has room for whole passages. `id`: where that place is not known while they
 * come, as of a stream; equal scores are in the order of trec_eval, and the table has what is searched alone.
 */
export type PassageKey = 'position' | 'id';

const KEYS: Readonly<Record<PassageKey, { readonly type: string; readonly order: string }>> = {
  position: { type: 'integer', order: '' },
  id: { type: 'text', order: ' COLLATE "C" DESC' },
};

export const keyType = (key: PassageKey): string => KEYS[key].type;

/** For an `ORDER BY`, after scores. @param of the column or expression that has the key */
export const keyOrder = (key: PassageKey, of: string): string => `${of}${KEYS[key].order}`;
