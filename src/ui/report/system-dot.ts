import { SystemColours } from '../shared/system-colours';
import { type Markup, markup } from './markup';
import type { ReportParts } from './report-parts';

const known = new WeakMap<object, SystemColours>();

/** The class of a system's colour, which is of the report alone: what a browser remembers would change its bytes. */
export function colourClass({ result }: Pick<ReportParts, 'result'>, system: string): string {
  let colours = known.get(result);
  if (!colours) {
    colours = new SystemColours({ read: () => null, write: () => undefined }, '');
    colours.see(result.systems.map(({ id }) => id));
    known.set(result, colours);
  }
  return `s${colours.of(system) ?? 0}`;
}

export const dot = (parts: Pick<ReportParts, 'result'>, system: string): Markup =>
  markup`<span class="dot ${colourClass(parts, system)}"></span>`;
