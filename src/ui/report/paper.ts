import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { PAPER_STYLE } from './report-style';

/**
 * Lays a report out in the page, where only a printer sees it: styles of the page and of the report do not meet.
 *
 * @param body as `reportBody` gives it @returns takes it away
 */
export function layOut(body: string): () => void {
  const host = document.createElement('div');
  host.className = 'paper';
  const root = host.attachShadow({ mode: 'open' });
  const style = new CSSStyleSheet();
  style.replaceSync(PAPER_STYLE);
  root.adoptedStyleSheets = [style];
  root.append(...parseFragment(body).childNodes.flatMap(drawn));
  document.body.append(host);
  return () => host.remove();
}

/** Node by node, not by the browser’s parser: nothing of the page reads markup out of text. */
function drawn(node: DefaultTreeAdapterTypes.ChildNode): (Element | Text)[] {
  if (node.nodeName === '#text') return [document.createTextNode((node as DefaultTreeAdapterTypes.TextNode).value)];
  if (!('tagName' in node)) return [];
  const element = document.createElementNS(node.namespaceURI, node.tagName);
  for (const { name, value } of node.attrs) element.setAttribute(name, value);
  element.append(...node.childNodes.flatMap(drawn));
  return [element];
}
