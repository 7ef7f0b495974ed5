import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';

/** Light, then dark, as in `tokens.css`: the colours of a report that is read on a screen. Paper is white. */
const LIGHT = `
  --bg: #ffffff; --sunken: #f6f6f9; --ink: #15171c; --ink-2: #474c57; --ink-3: #646a76; --line: #e4e5ea;
  --line-strong: #868c98; --warn: #875400; --worse-1: #fbe9ea; --worse-2: #efb4ba; --better-1: #e9eafb; --better-2: #b9bcf2;
  --sys-1: #204c63; --sys-2: #9e5700; --sys-3: #078eff; --sys-4: #097f6d; --sys-5: #871acb; --sys-6: #a5884a;
  --sys-7: #990325; --sys-8: #748e90; --sys-9: #6c5247; --sys-10: #00177a; --sys-11: #ff328e; --sys-12: #223f03;`;

const DARK = `
  --bg: #121317; --sunken: #1a1b21; --ink: #eceef3; --ink-2: #b8bdc8; --ink-3: #989eab; --line: #2a2c34;
  --line-strong: #70768a; --warn: #e8b64c; --worse-1: #2e1c21; --worse-2: #6b2732; --better-1: #1f2140; --better-2: #383d85;
  --sys-1: #c8f4ff; --sys-2: #c08601; --sys-3: #5bbaff; --sys-4: #2a9374; --sys-5: #876bff; --sys-6: #dad6ad;
  --sys-7: #ff417b; --sys-8: #829e9d; --sys-9: #936649; --sys-10: #55699e; --sys-11: #ffb0cd; --sys-12: #b0d24d;`;

const SYSTEMS = Array.from({ length: 12 }, (_, i) => `.s${i + 1} { color: var(--sys-${i + 1}); }`).join('\n');

const RULES = `
h1 { font-size: 30px; line-height: 38px; margin: 4px 0 12px; font-weight: 600; text-wrap: balance; overflow-wrap: break-word; }
h2 { font-size: 18px; line-height: 26px; margin: 40px 0 4px; font-weight: 600; }
h3 { font-size: 14px; line-height: 22px; margin: 24px 0 4px; font-weight: 600; }
p { margin: 4px 0 8px; max-width: 44rem; }
strong, b { font-weight: 600; }
.note, figcaption { color: var(--ink-3); font-size: 12px; line-height: 18px; }
.lead { max-width: 36rem; color: var(--ink-2); }
.lead strong { color: var(--ink); }
.key { display: flex; flex-wrap: wrap; gap: 8px 48px; margin: 16px 0; }
.key dt { color: var(--ink-3); font-size: 12px; line-height: 16px; }
.key dd { margin: 0; font-size: 30px; line-height: 38px; font-weight: 600; }
.key dd.note { max-width: 26rem; font-size: 12px; line-height: 16px; font-weight: 400; }
.facts { list-style: none; margin: 16px 0 0; padding: 12px 0 0; border-top: 1px solid var(--line); }
.facts li { margin: 0 0 6px; }
.facts .note { display: block; }
.amber { color: var(--warn); }
table { border-collapse: collapse; width: 100%; margin: 8px 0; }
th, td { text-align: right; padding: 4px 0 4px 16px; border-bottom: 1px solid var(--line); vertical-align: top; font-weight: 400; }
td { white-space: nowrap; }
th[scope=row] { min-width: 9rem; }
thead th { color: var(--ink-3); font-size: 12px; line-height: 16px; vertical-align: bottom; overflow-wrap: break-word; }
th:first-child { padding-left: 0; text-align: left; }

.best { font-weight: 600; }

.dot { display: inline-block; width: 9px; height: 9px; margin-right: 8px; border-radius: 50%; background: currentcolor; }
${SYSTEMS}
.s0 { color: var(--ink-3); }
.heat td, .heat th { border: 2px solid var(--bg); padding: 3px 6px; text-align: center; font-size: 12px; line-height: 18px; }
.heat th:first-child { min-width: 5rem; text-align: left; padding-left: 0; }
.heat td.count { text-align: right; color: var(--ink-3); }
.worse.perhaps { background: var(--worse-1); }
.worse.sure { background: var(--worse-2); font-weight: 600; }
.better.perhaps { background: var(--better-1); }
.better.sure { background: var(--better-2); font-weight: 600; }
.legend span { display: inline-block; margin-right: 16px; }
.legend i { display: inline-block; width: 12px; height: 12px; margin-right: 6px; border-radius: 3px; vertical-align: -2px; }
.made { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 4px 24px; margin: 8px 0; }
.made dt { grid-column: 1; color: var(--ink-3); }
.made dd { grid-column: 2; margin: 0; max-width: 44rem; }
blockquote { margin: 4px 0 12px; padding: 2px 0 2px 12px; border-left: 2px solid var(--line-strong); }
blockquote p { margin: 0 0 2px; }
figure { margin: 8px 0; }
svg { display: block; width: 100%; height: auto; font-size: 12px; }
svg text { fill: var(--ink-3); }
svg .name { fill: var(--ink); }
svg .strong { font-weight: 600; }
svg .grid { stroke: var(--line); }
svg .axis { stroke: var(--line-strong); }
svg .pareto { fill: none; stroke: var(--line-strong); stroke-width: 1.5; stroke-dasharray: 1 5; stroke-linecap: round; }
svg .bar { stroke: currentcolor; stroke-width: 2; stroke-linecap: round; }
svg .point { fill: currentcolor; stroke: var(--bg); stroke-width: 2; }
.narrow { display: none; }
footer { margin-top: 40px; padding-top: 12px; border-top: 1px solid var(--line); }
`;

/** Loads nothing, and has neither quotes nor brackets, which would be escaped. Charts are drawn for two widths. */
const styleOf = (root: string, body: string): string => `
${root} { color-scheme: light dark;${LIGHT} }
@media screen and (prefers-color-scheme: dark) { ${root} {${DARK} } }
@media print { ${root} { color-scheme: light; } }
* { box-sizing: border-box; }
${body} { margin: 0 auto; max-width: 52rem; padding: 2rem 1.25rem 4rem; background: var(--bg); color: var(--ink);
  font: 14px/22px -apple-system, system-ui, Segoe UI, Roboto, Helvetica Neue, Noto Sans, Liberation Sans, Arial, PingFang SC, Hiragino Sans, Microsoft YaHei, Yu Gothic, Noto Sans CJK SC, Noto Sans CJK JP, sans-serif;
  font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
${RULES}@media screen and (max-width: 700px) {
  ${body} { padding: 1rem 1rem 3rem; }
  h1, .key dd { font-size: 24px; line-height: 30px; }
  .wide { display: none; }
  .narrow { display: block; }
  .made { grid-template-columns: minmax(0, 1fr); gap: 0; }
  .made dd { grid-column: 1; margin-bottom: 4px; }
  .made dt { margin-top: 4px; }
  .cards, .cards tbody, .cards tr, .cards th, .cards td { display: block; }
  .cards thead { position: absolute; clip-path: inset(50%); height: 1px; overflow: hidden; }
  .cards tr { padding: 8px 0; border-bottom: 1px solid var(--line); }
  .cards th, .cards td { padding: 1px 0; border: 0; text-align: left; }
  .cards td { display: flex; justify-content: space-between; gap: 16px; text-align: right; }
  .cards td::before { content: attr(data-label); color: var(--ink-3); font-weight: 400; text-align: left; white-space: normal; }
  .heat.cards td, .heat.cards th { padding: 2px 6px; border: 0; }
  .heat.cards th:first-child { padding-left: 0; font-weight: 600; }
}
@media print {
  @page { size: A4; margin: 14mm 16mm; }
  ${body} { padding: 0; max-width: none; font-size: 9.5pt; line-height: 13.5pt; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  h1, .key dd { font-size: 18pt; line-height: 23pt; }
  h2 { margin-top: 14pt; }
  h2, h3 { break-after: avoid; }
  h2 + p, h3 + p { break-after: avoid; }
  th, td { padding-top: 2pt; padding-bottom: 2pt; }
  tr, li, dt, dd, figure, blockquote, .key, .verdict, .keep { break-inside: avoid; }
  dt { break-after: avoid; }
  thead { display: table-header-group; }
  p, li { orphans: 3; widows: 3; }
}
`;

export const REPORT_STYLE = styleOf(':root', 'body');

/** Of a report that is laid out in the page, to be printed. */
const PAPER_STYLE = styleOf(':host', ':host');

/** Lays out a body from `reportBody` for the printer only, apart from the page's styles. @returns removes it */
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
