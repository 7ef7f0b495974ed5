const fold = (text: string): string => text.normalize('NFKC').toLowerCase();

export function findAll<T>(items: readonly T[], needle: string, textsOf: (item: T) => readonly string[]): readonly T[] {
  const folded = fold(needle.trim());
  if (folded === '') return items;
  return items.filter((item) => textsOf(item).some((text) => fold(text).includes(folded)));
}

export interface ResultPage<T> {
  readonly items: readonly T[];
  readonly page: number;
  readonly pages: number;
  readonly from: number;
  readonly to: number;
  readonly total: number;
}

export function pageOf<T>(items: readonly T[], page: number, size: number): ResultPage<T> {
  const pages = Math.max(1, Math.ceil(items.length / size));
  const at = Math.min(Math.max(0, page), pages - 1);
  const shown = items.slice(at * size, (at + 1) * size);
  const from = shown.length === 0 ? 0 : at * size + 1;
  return { items: shown, page: at, pages, from, to: at * size + shown.length, total: items.length };
}
