import { visibleText } from '../../../domain/report/visible-text';

const STYLES = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-dasharray',
  'stroke-linecap',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
] as const;

/** What stays of an element: its shape, and none of what it does in the page. */
const KEPT = /^(x|y|[xy][12]|d[xy]?|c[xy]|r[xy]?|width|height|points|transform|viewBox)$/;

const SVG = 'http://www.w3.org/2000/svg';
const ELEMENTS = /^(svg|g|a|path|line|polyline|polygon|rect|circle|ellipse|text|tspan)$/;

/** A chart as a file of its own: styles as attributes, light colours on white, the title above it. */
export function svgFile(chart: SVGSVGElement, title: string) {
  const box = chart.getBoundingClientRect();
  const { fontFamily } = getComputedStyle(chart);
  const name = visibleText(title);
  const width = Math.ceil(Math.max(box.width, widthOf(name, fontFamily))) + 2 * MARGIN;
  const height = Math.ceil(box.height) + HEAD + 2 * MARGIN;
  const file = made('svg', { width, height, viewBox: `0 0 ${width} ${height}` });
  const text = made('text', {
    x: MARGIN,
    y: MARGIN + TITLE,
    fill: '#15171c',
    'font-family': fontFamily,
    'font-size': TITLE,
    'font-weight': 600,
  });
  text.textContent = name;
  const drawn = inLight(chart, () => copied(chart));
  setAttributes(drawn, { x: MARGIN, y: MARGIN + HEAD, width: box.width, height: box.height });
  file.append(made('rect', { width, height, fill: '#ffffff' }), text, drawn);
  return { text: new XMLSerializer().serializeToString(file), width, height };
}

const MARGIN = 16;
/** Of the title, and what it takes above the chart. */
const TITLE = 14;
const HEAD = 32;

function made(name: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const element = document.createElementNS(SVG, name) as SVGElement;
  setAttributes(element, attributes);
  return element;
}

function setAttributes(element: SVGElement, attributes: Readonly<Record<string, string | number>>): void {
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, String(value));
}

function widthOf(text: string, family: string): number {
  const context = document.createElement('canvas').getContext('2d')!;
  context.font = `600 ${TITLE}px ${family}`;
  return context.measureText(text).width;
}

/** In a browser's own pixels, twice as many in each direction. */
export async function pngFile({ text, width, height }: ReturnType<typeof svgFile>): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [Math.round(2 * width), Math.round(2 * height)];
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((made) => (made ? resolve(made) : reject(new Error('The picture could not be made.'))), 'image/png'),
  );
}

function copied(element: Element): SVGElement {
  const style = getComputedStyle(element);
  const copy = document.createElementNS(SVG, element.localName === 'a' ? 'g' : element.localName) as SVGElement;
  for (const { name, value } of element.attributes) if (KEPT.test(name)) copy.setAttribute(name, value);
  for (const name of STYLES) copy.setAttribute(name, style.getPropertyValue(name));
  for (const child of element.childNodes) {
    if (child instanceof Text) copy.append(lineOf(child.data));
    else if (isDrawn(child)) copy.append(copied(child));
  }
  return copy;
}

/** Line breaks of the source are blanks; what a name hides is shown. */
const lineOf = (text: string): string => visibleText(text.replace(/[\n\t ]+/g, ' '));

/** Not what is there for the pointer, nor the title that is shown beside it. */
function isDrawn(node: Node): node is SVGElement {
  if (!(node instanceof SVGElement) || !ELEMENTS.test(node.localName)) return false;
  const { fill, stroke, display } = getComputedStyle(node);
  const isEmpty = node.childNodes.length === 0 && isClear(fill) && isClear(stroke);
  return display !== 'none' && !isEmpty;
}

const isClear = (colour: string): boolean => colour === 'none' || /^rgba\(.*, 0\)$/.test(colour);

/** Does something while a chart has the light theme, which nobody sees: nothing is painted in between. */
function inLight<Made>(chart: SVGSVGElement, work: () => Made): Made {
  const light = lightTokens();
  for (const [name, value] of light) chart.style.setProperty(name, value);
  try {
    return work();
  } finally {
    for (const [name] of light) chart.style.removeProperty(name);
  }
}

/** Custom properties of the page as they are without a dark scheme. */
function lightTokens(): [string, string][] {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  return rules.flatMap((rule) => {
    if (!(rule instanceof CSSStyleRule) || rule.selectorText !== ':root') return [];
    const { style } = rule;
    return [...style].flatMap((name): [string, string][] =>
      name.startsWith('--') ? [[name, style.getPropertyValue(name)]] : [],
    );
  });
}
