const LOCALE = 'en';

const whole = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0 });
const percent = new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 1 });
const plurals = new Intl.PluralRules(LOCALE);
// British: without a comma before “and”.
const conjunction = new Intl.ListFormat('en-GB');
// Day before month, 24 hours.
const dateTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

export const MISSING = '—';

export const count = (value: number): string => whole.format(value);

export const plural = (value: number, one: string, other = `${one}s`): string =>
  plurals.select(value) === 'one' ? one : other;

/** `1 question`, `1,400 documents`. */
export const counted = (value: number, one: string, other?: string): string =>
  `${count(value)} ${plural(value, one, other)}`;

/** `a, b and c`; of a long list the first few, and how many more. */
export const list = (items: readonly string[], most = 10): string =>
  conjunction.format(items.length > most ? [...items.slice(0, most), `${items.length - most} more`] : items);

/** A value of a measure, with four decimals or as many as distinguish it: `.8100`. */
export const measure = (value: number, digits = 4): string =>
  Number.isFinite(value) ? fixed(value, digits).replace(/^0\./, '.') : MISSING;

/** A difference of two values, always with its sign: `+.0312`, `−.0100`. */
export function difference(value: number, digits = 4): string {
  const text = measure(Math.abs(value), digits);
  if (text === MISSING) return MISSING;
  return value === 0 ? text : `${value > 0 ? '+' : '\u2212'}${text}`;
}

/** Ticks of an axis of differences, with as many digits as distinguish them: `−.05`, `0`, `+.05`. */
export function differenceTicks(ticks: readonly number[]): (tick: number) => string {
  const digits = digitsOf(ticks);
  return (tick) => (tick === 0 ? '0' : difference(tick, digits));
}

/** Ticks of an axis of values, likewise: `.75`, `.785`. */
export function measureTicks(ticks: readonly number[]): (tick: number) => string {
  const digits = digitsOf(ticks);
  return (tick) => measure(tick, digits);
}

/** That distinguish neighbouring ticks; two at least. */
function digitsOf(ticks: readonly number[]): number {
  const steps = ticks.slice(1).map((tick, i) => Math.abs(tick - ticks[i]!));
  return Math.max(2, Math.ceil(-Math.log10(Math.min(1, ...steps)) - 1e-9));
}

/** `[.735, .867]`; ends of differences have a sign where they are negative. */
export const interval = ([low, high]: readonly [number, number]): string => `[${end(low)}, ${end(high)}]`;

/** An interval of differences in words: `−.021 to +.006`. */
export const intervalWords = ([low, high]: readonly [number, number], digits = 3): string =>
  `${difference(low, digits)} to ${difference(high, digits)}`;

const end = (value: number): string => {
  const text = fixed(Math.abs(value), 3).replace(/^0\./, '.');
  return value < 0 && text !== '.000' ? `\u2212${text}` : text;
};

/** A p-value: three decimals, `< .001` below. */
export function pValue(value: number | null): string {
  if (value === null || Number.isNaN(value)) return MISSING;
  return value < 0.001 ? '< .001' : fixed(value, 3).replace(/^0\./, '.');
}

export const share = (value: number): string => percent.format(value).replace('%', '\u00a0%');

export const date = (milliseconds: number): string => dateTime.format(milliseconds);

/** A fixed number of decimals, negative ones with a minus and not with a hyphen. */
export const fixed = (value: number, digits: number): string => formatOf(digits).format(value).replace('-', '\u2212');

const formats = new Map<number, Intl.NumberFormat>();

function formatOf(digits: number): Intl.NumberFormat {
  const known = formats.get(digits);
  if (known) return known;
  const made = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  formats.set(digits, made);
  return made;
}

/** A measured time with about three figures: `0.07 ms`, `4.5 ms`, `320 ms`, `2.41 s`, `3 min 5 s`. */
export function milliseconds(value: number): string {
  if (!Number.isFinite(value)) return MISSING;
  if (value === 0) return '0 ms';
  if (value < 1) return `${fixed(value, 2)} ms`;
  if (value < 99.95) return `${fixed(value, 1)} ms`;
  if (value < 999.5) return `${count(value)} ms`;
  if (value < 59_995) return `${fixed(value / 1000, 2)} s`;
  return duration(value / 1000);
}

/** A latency with two figures below 10 ms: `0.47 ms`, `2.6 ms`, `316 ms`, `1.2 s`. */
export function latencyText(value: number): string {
  if (!Number.isFinite(value)) return MISSING;
  if (value < 0.995) return `${fixed(value, 2)} ms`;
  if (value < 9.95) return `${fixed(value, 1)} ms`;
  if (value < 999.5) return `${count(value)} ms`;
  if (value < 59_500) return `${fixed(value / 1000, value < 9_950 ? 1 : 0)} s`;
  return duration(value / 1000);
}

/** A tick of an axis of latencies: `0.1 ms`, `2 ms`, `1 s`. */
export const latencyTick = (milliseconds: number): string =>
  milliseconds < 1 ? `${Number(milliseconds.toPrecision(1))} ms` : latencyText(milliseconds).replace('.0', '');

/** Between which times something takes: `2 to 5 min`, `up to 2 s`; one of them where they read the same. */
export function roughRange([low, high]: readonly [number, number]): string {
  if (low === high || high < 1) return roughly(high);
  const [size, unit] = high < 90 ? [1, 's'] : high < 3570 ? [60, 'min'] : [3600, 'h'];
  const [from, to] =
    unit === 'h' ? [tenths(low / size), tenths(high / size)] : [Math.floor(low / size), Math.ceil(high / size)];
  if (from === 0) return `up to ${to} ${unit}`;
  return from === to ? `${to} ${unit}` : `${from} to ${to} ${unit}`;
}

const tenths = (value: number): number => Math.round(value * 10) / 10;

/** A time that is only roughly known: `12 s`, `3 min`, `1 h 20 min`. */
export function roughly(seconds: number): string {
  if (seconds < 1) return 'less than a second';
  if (seconds < 90) return `${count(Math.ceil(seconds))} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  return minutes % 60 === 0 ? `${count(minutes / 60)} h` : `${count(Math.floor(minutes / 60))} h ${minutes % 60} min`;
}

function duration(seconds: number): string {
  const rounded = Math.round(seconds);
  const minutes = Math.floor(rounded / 60);
  return rounded % 60 === 0 ? `${count(minutes)} min` : `${count(minutes)} min ${rounded % 60} s`;
}

/** `820 B`, `40 MB`, `1.4 GB`: powers of 1,000, as browsers and disks count. */
export function bytes(value: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let scaled = value;
  let unit = 0;
  while (scaled >= 999.5 && unit < units.length - 1) {
    scaled /= 1000;
    unit++;
  }
  return `${unit > 0 && scaled < 9.95 ? fixed(scaled, 1) : count(scaled)} ${units[unit]}`;
}

const languages = new Intl.DisplayNames([LOCALE], { type: 'language' });

/** @param code BCP 47 code */
export function language(code: string): string {
  if (code === 'und') return 'language unknown';
  try {
    return languages.of(code) ?? code;
  } catch {
    return code;
  }
}

/** `English 80 %, German 20 %`. */
export const languageShares = (all: readonly { readonly language: string; readonly share: number }[]): string =>
  all.map((each) => `${language(each.language)} ${share(each.share)}`).join(', ');

/** `text` up to `end`, without the beginning of a word that would be cut there. */
function wholeWords(text: string, end: number): string {
  const cut = text.slice(0, end);
  const inWord = /^[^\s\u2e80-\ud7a3\uf900-\uffef]/u.test(text.slice(end));
  return (inWord ? cut.replace(/(?<=\s)[^\s\u2e80-\ud7a3\uf900-\uffef]{1,20}$/u, '') : cut).trimEnd();
}

/** Clips a name in its middle: names of one series begin alike. */
export function clipName(name: string, limit: number): string {
  const characters = [...name];
  if (characters.length <= limit) return name;
  const kept = Math.floor(limit / 3);
  return `${characters.slice(0, kept).join('')}…${characters.slice(kept - limit).join('')}`;
}

/** Clips a text to `limit` Latin letters (CJK counts double) at a word, unless little would be left out. */
export function clip(text: string, limit: number): string {
  let width = 0;
  let end = 0;
  for (const character of text) {
    width += /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]/.test(character) ? 2 : 1;
    if (width <= limit) end += character.length;
    else if (width > limit * 1.25) return `${wholeWords(text, end)}…`;
  }
  return text;
}
