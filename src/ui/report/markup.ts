import type { ResultRecord } from '../../contract/result';
import type { Verdict } from '../../domain/verdict/types';
import { SystemColours } from '../shared/system-colours';

const content = Symbol('markup');

/** Markup that {@link markup} made: every text in it is escaped. */
export interface Markup {
  readonly [content]: string;
}

type Part = Markup | string | number | null | readonly Part[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** What HTML cannot hold, or reads as something else: NUL, other control characters, carriage returns, surrogates. */
const UNREADABLE = /(?![\n\t])[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/gu;

/** Marks that reorder the text behind them, beyond the end of their own. */
const BIDIRECTIONAL = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g;

const escaped = (text: string): string =>
  text
    .replace(/[&<>"']/g, (character) => ENTITIES[character]!)
    .replace(UNREADABLE, '\ufffd')
    .replace(BIDIRECTIONAL, (mark) => `⟨U+${mark.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}⟩`);

/**
 * Markup from a template: what is put into it is text, wherever it stands between tags or in a quoted attribute, unless it
 * is markup itself. Lists are joined; null is nothing.
 */
export function markup(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  const text = strings.map((string, i) => string + (i < parts.length ? partText(parts[i]!) : '')).join('');
  return { [content]: text };
}

function partText(part: Part): string {
  if (part === null) return '';
  if (typeof part === 'string') return escaped(part);
  if (typeof part === 'number') return String(part);
  return isList(part) ? part.map(partText).join('') : part[content];
}

const isList = (part: Markup | readonly Part[]): part is readonly Part[] => Array.isArray(part);

export const markupText = (made: Markup): string => made[content];

/** Of a drawing: a tenth of a pixel is enough. */
export const rounded = (pixels: number): number => Number(pixels.toFixed(1));

/** What the intervals of differences to the best are: while judging goes on, they hold at every look. */
export const intervalName = ({ judging }: Verdict): string =>
  judging ? 'simultaneous 95 % confidence sequence' : 'simultaneous 95 % interval (Hsu)';

const known = new WeakMap<object, SystemColours>();

/** The class of a system's colour, which is of the report alone: what a browser remembers would change its bytes. */
export function colourClass({ result }: { readonly result: ResultRecord }, system: string): string {
  let colours = known.get(result);
  if (!colours) {
    colours = new SystemColours({ read: () => null, write: () => undefined }, '');
    colours.see(result.systems.map(({ id }) => id));
    known.set(result, colours);
  }
  return `s${colours.of(system) ?? 0}`;
}

export const dot = (parts: { readonly result: ResultRecord }, system: string): Markup =>
  markup`<span class="dot ${colourClass(parts, system)}"></span>`;
