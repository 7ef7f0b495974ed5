import { scaleLinear } from 'd3-scale';
import type { ComparedVerdict, SystemStanding } from '../../domain/verdict/types';
import { textWidth } from '../findings/place-labels';
import { difference, differenceTicks, intervalWords, measure as value } from '../shared/format';
import { type Markup, markup } from './markup';
import { rounded } from './rounded';

const AXIS = 26;
/** Share of the width for names, at most. */
const NAMES = 0.42;
const EDGE = 20;
/** Names stand above their bars where the drawing is narrower. */
const BESIDE = 500;
/** Of more systems the best: a figure is not cut between pages. */
export const MAX_DRAWN = 30;

/**
 * How far each system may be above or below the best of the others, as simultaneous intervals around its own difference; its
 * values are in the table.
 *
 * @param width in pixels: text keeps its size @param colour class of a system's colour
 */
export function differenceChart(
  { systems, best, better }: Pick<ComparedVerdict, 'systems' | 'best' | 'better'>,
  { width, name, colour }: { width: number; name: (id: string) => string; colour: (id: string) => string },
): Markup {
  const shown = systems.slice(0, MAX_DRAWN);
  const beside = width >= BESIDE;
  const row = beside ? 24 : 38;
  const widest = 16 + Math.max(...shown.map(({ system }) => textWidth(name(system), true)));
  const room = beside ? Math.min(NAMES * width, widest) : 0;
  const ends = shown.flatMap(({ toBest }) => [...toBest]);
  const x = scaleLinear([Math.min(0, ...ends), Math.max(0, ...ends)], [room + EDGE, width - EDGE]).nice(5);
  const foot = shown.length * row;
  const ticks = x.ticks(beside ? 5 : 3);
  const tickText = differenceTicks(ticks);
  const lines = ticks.map(
    (tick) =>
      markup`<line class="${tick === 0 ? 'axis' : 'grid'}" x1="${rounded(x(tick))}" x2="${rounded(x(tick))}" y1="0" y2="${foot}"/>
<text x="${rounded(x(tick))}" y="${foot + 18}" text-anchor="middle">${tickText(tick)}</text>`,
  );
  const rows = shown.map((standing, i) => {
    const { system, toBest, mean } = standing;
    const y = (i + 1) * row - 12;
    const [low, high] = toBest;
    const own = toTheBestOfOthers(standing, systems, better);
    return markup`<g role="listitem" class="${colour(system)}" aria-label="${name(system)}: ${value(mean, 3)}, to the best ${intervalWords(toBest)}">
<text class="name${best.includes(system) ? ' strong' : ''}" x="0" y="${beside ? y + 4 : y - 10}">${fitting(name(system), beside ? room - 8 : width)}</text>
<line class="bar" x1="${rounded(x(low))}" x2="${rounded(x(high))}" y1="${y}" y2="${y}"/>
<circle class="point" cx="${rounded(x(own))}" cy="${y}" r="5"><title>${difference(own, 3)}</title></circle></g>
`;
  });
  return markup`<svg viewBox="0 0 ${width} ${foot + AXIS}" role="list" aria-label="Difference of each system to the best of the others">${lines}${rows}</svg>`;
}

function toTheBestOfOthers(
  { system, mean }: SystemStanding,
  systems: readonly SystemStanding[],
  better: 'higher' | 'lower',
): number {
  const sign = better === 'higher' ? 1 : -1;
  return (
    sign * mean - Math.max(...systems.filter((other) => other.system !== system).map((other) => sign * other.mean))
  );
}

/** Labels that fit; the table has whole names. */
function fitting(name: string, room: number): string {
  if (textWidth(name, true) <= room) return name;
  const characters = [...name];
  while (characters.length > 1 && textWidth(`${characters.join('')}…`, true) > room) characters.pop();
  return `${characters.join('')}…`;
}
