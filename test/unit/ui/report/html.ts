import { type DefaultTreeAdapterTypes, parse } from 'parse5';

type Node = DefaultTreeAdapterTypes.Node;
export type Element = DefaultTreeAdapterTypes.Element;

const childrenOf = (node: Node): Node[] => [
  ...('childNodes' in node ? node.childNodes : []),
  ...('content' in node ? [node.content] : []),
];

const all = (node: Node): Node[] => [node, ...childrenOf(node).flatMap(all)];

/** Of a page or a part of one, as a browser reads it; those of templates too. */
export const elementsOf = (html: string): Element[] => elementsIn(parse(html));

const elementsIn = (node: Node): Element[] =>
  all(node).filter((each): each is Element => 'tagName' in each && each !== node);

export const textOf = (node: Node): string => ('value' in node ? node.value : childrenOf(node).map(textOf).join(''));

export const attribute = ({ attrs }: Element, name: string): string | null =>
  attrs.find((each) => each.name === name)?.value ?? null;

/** The cells of each row. */
export const rowsOf = (html: string): string[][] =>
  elementsOf(html)
    .filter(({ tagName }) => tagName === 'tr')
    .map((row) =>
      elementsIn(row)
        .filter(({ tagName }) => tagName === 'th' || tagName === 'td')
        .map((cell) => textOf(cell).trim()),
    );
