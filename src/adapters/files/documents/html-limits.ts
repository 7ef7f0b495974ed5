import { defaultTreeAdapter, type DefaultTreeAdapterMap, type TreeAdapter } from 'parse5';
import { UnreadFile } from './reader';

/** Browsers flatten a page from 512 on. */
export const MAX_HTML_DEPTH = 1000;
/** Elements: the longest standards on one page have a tenth. */
const MAX_HTML_ELEMENTS = 3_000_000;

/**
 * A tree of a page that counts what it gets while the page is parsed: parsing takes time that grows with the product of
 * depth and elements, and an element that is not closed may be opened again in each paragraph.
 *
 * @throws {UnreadFile} in the course of parsing
 */
export function limitedTree(maxElements = MAX_HTML_ELEMENTS): TreeAdapter<DefaultTreeAdapterMap> {
  let [depth, elements] = [0, 0];
  return {
    ...defaultTreeAdapter,
    createElement(...element) {
      if (++elements > maxElements) throw tooMany(maxElements);
      return defaultTreeAdapter.createElement(...element);
    },
    onItemPush() {
      if (++depth > MAX_HTML_DEPTH) throw tooDeep();
    },
    onItemPop() {
      depth--;
    },
  };
}

const tooDeep = (): UnreadFile =>
  new UnreadFile(
    'broken',
    `Its elements are nested more than ${MAX_HTML_DEPTH} deep: probably tags are not closed. Save it from a browser, or as text.`,
  );

const tooMany = (most: number): UnreadFile =>
  new UnreadFile('too-large', `It has more than ${most} elements. Split it, or save it as text.`);
