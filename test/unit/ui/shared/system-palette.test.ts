import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { rowsIn } from '../../../rows';

type Triple = readonly [number, number, number];

const matrix = (rows: readonly Triple[], [x, y, z]: Triple): Triple =>
  rows.map(([a, b, c]) => a * x + b * y + c * z) as unknown as Triple;

/** Machado, Oliveira and Fernandes (2009), severity 1, on linear light. */
const SIGHTS: Readonly<Record<string, readonly Triple[]>> = {
  normal: rowsIn('1 0 0, 0 1 0, 0 0 1'),
  protan: rowsIn('0.152286 1.052583 -0.204868, 0.114503 0.786281 0.099216, -0.003882 -0.048116 1.051998'),
  deutan: rowsIn('0.367322 0.860646 -0.227968, 0.280085 0.672501 0.047413, -0.01182 0.04294 0.968881'),
  tritan: rowsIn('1.255528 -0.076749 -0.178779, -0.078411 0.930809 0.147602, 0.004733 0.691367 0.3039'),
};

const linear = (hex: string): Triple =>
  [1, 3, 5].map((at) => {
    const value = parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as unknown as Triple;

const SRGB = rowsIn<Triple>(
  '0.4124564 0.3575761 0.1804375, 0.2126729 0.7151522 0.072175, 0.0193339 0.119192 0.9503041',
);

function lab(light: Triple): Triple {
  const clipped = light.map((value) => Math.min(1, Math.max(0, value))) as unknown as Triple;
  const [x, y, z] = matrix(SRGB, clipped);
  const f = (t: number): number => (t > 216 / 24389 ? Math.cbrt(t) : ((24389 / 27) * t + 16) / 116);
  const [fx, fy, fz] = [f(x / 0.95047), f(y), f(z / 1.08883)];
  return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)];
}

/** CIEDE2000, as in Sharma, Wu and Dalal (2005). */
function ciede2000([l1, a1, b1]: Triple, [l2, a2, b2]: Triple): number {
  const radians = Math.PI / 180;
  const c7 = ((Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2) ** 7;
  const g = 0.5 * (1 - Math.sqrt(c7 / (c7 + 25 ** 7)));
  const [x1, x2] = [(1 + g) * a1, (1 + g) * a2];
  const [c1, c2] = [Math.hypot(x1, b1), Math.hypot(x2, b2)];
  const hue = (x: number, b: number): number => (x === 0 && b === 0 ? 0 : (Math.atan2(b, x) / radians + 360) % 360);
  const [h1, h2] = [hue(x1, b1), hue(x2, b2)];
  const grey = c1 * c2 === 0;
  const turn = grey ? 0 : h2 - h1 > 180 ? h2 - h1 - 360 : h2 - h1 < -180 ? h2 - h1 + 360 : h2 - h1;
  const dh = 2 * Math.sqrt(c1 * c2) * Math.sin((turn / 2) * radians);
  const [l, c] = [(l1 + l2) / 2, (c1 + c2) / 2];
  const near = Math.abs(h1 - h2) <= 180;
  const h = grey ? h1 + h2 : near ? (h1 + h2) / 2 : h1 + h2 < 360 ? (h1 + h2 + 360) / 2 : (h1 + h2 - 360) / 2;
  const cos = (degrees: number): number => Math.cos(degrees * radians);
  const t = 1 - 0.17 * cos(h - 30) + 0.24 * cos(2 * h) + 0.32 * cos(3 * h + 6) - 0.2 * cos(4 * h - 63);
  const sl = 1 + (0.015 * (l - 50) ** 2) / Math.sqrt(20 + (l - 50) ** 2);
  const [sc, sh] = [1 + 0.045 * c, 1 + 0.015 * c * t];
  const rc = 2 * Math.sqrt(c ** 7 / (c ** 7 + 25 ** 7));
  const rt = -rc * Math.sin(2 * radians * 30 * Math.exp(-(((h - 275) / 25) ** 2)));
  const [dl, dc, dH] = [(l2 - l1) / sl, (c2 - c1) / sc, dh / sh];
  return Math.sqrt(dl ** 2 + dc ** 2 + dH ** 2 + rt * dc * dH);
}

/** Luminance contrast of WCAG 2. */
function contrast(one: string, other: string): number {
  const [a, b] = [one, other].map((hex) => matrix(SRGB, linear(hex))[1]) as [number, number];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const css = readFileSync('src/ui/shared/styles/tokens.css', 'utf8');
const themes = css.split('@media (prefers-color-scheme: dark)');
const token = (theme: string, name: string): string => new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(theme)![1]!;
const palette = (theme: string): string[] => Array.from({ length: 12 }, (_, i) => token(theme, `sys-${i + 1}`));

/** The smallest distance of two colours, whoever looks. */
function nearest(colours: readonly string[]): number {
  const distances = Object.values(SIGHTS).flatMap((sight) => {
    const seen = colours.map((hex) => lab(matrix(sight, linear(hex))));
    return seen.flatMap((one, i) => seen.slice(i + 1).map((other) => ciede2000(one, other)));
  });
  return Math.min(...distances);
}

describe.each([
  ['light', themes[0]!, 13.2, 10],
  ['dark', themes[1]!, 14.6, 11.6],
])('the colours of systems, %s', (_, theme, six, twelve) => {
  const colours = palette(theme);

  it('are told apart by normal, protan, deutan and tritan sight', () => {
    expect(nearest(colours.slice(0, 6))).toBeGreaterThan(six - 0.1);
    expect(nearest(colours)).toBeGreaterThan(twelve - 0.1);
  });

  it('stand out from the page by 3 : 1', () => {
    for (const colour of colours) expect(contrast(colour, token(theme, 'bg')), colour).toBeGreaterThanOrEqual(3);
  });
});
