/** In the order of the rail. */
export const SCREENS = ['data', 'findings', 'questions', 'runs', 'playground'] as const;
export type Screen = (typeof SCREENS)[number];

export const OF_A_RUN: readonly Screen[] = ['findings', 'questions'];

export const PARTS = {
  data: ['documents', 'questions', 'judges', 'check'],
  findings: [],
  questions: ['judge'],
  runs: ['compare'],
  playground: ['blind', 'fusion'],
} as const satisfies Record<Screen, readonly string[]>;
export type Part = (typeof PARTS)[Screen][number];

/** How a screen is shown; all of it is optional, and unknown names are dropped. */
export const VIEW_KEYS = [
  'slice',
  'k',
  'measure',
  'systems',
  'q',
  'filter',
  'before',
  'after',
  'session',
  /** What lies over the screen. */
  'drawer',
] as const;
export type View = Partial<Readonly<Record<(typeof VIEW_KEYS)[number], string>>>;

/** The drawer in which a run is set up, over whichever screen. */
export const NEW_RUN = { drawer: 'new-run' } as const satisfies View;

export interface Address {
  readonly collection: string | null;
  /** The first characters of the key of a result, or {@link RUNNING}; null for the newest. */
  readonly run: string | null;
  readonly screen: Screen;
  readonly part: Part | null;
  readonly view: View;
}

export const RUNNING = 'now';

const KEY_LENGTH = 12;
export const runInAddress = (key: string): string => key.slice(0, KEY_LENGTH);

export const START: Address = { collection: null, run: null, screen: 'data', part: null, view: {} };

export function addressText({ collection, run, screen, part, view }: Address): string {
  if (collection === null) return '#/';
  const path = ['c', collection, ...(run !== null && OF_A_RUN.includes(screen) ? ['r', run] : []), screen];
  if (part !== null) path.push(part);
  const search = new URLSearchParams(VIEW_KEYS.flatMap((key) => (view[key] ? [[key, view[key]]] : [])));
  return `#/${path.map(encodeURIComponent).join('/')}${search.size > 0 ? `?${search.toString()}` : ''}`;
}

/** @returns null where the text is the address of nothing */
export function parseAddress(hash: string): Address | null {
  const [path = '', search = ''] = hash.replace(/^#?\/?/, '').split('?', 2);
  const steps = path.split('/').filter((step) => step !== '');
  const decoded = steps.map(decode);
  if (decoded.length === 0) return START;
  if (decoded.includes(null)) return null;
  const [c, collection, ...rest] = decoded as string[];
  if (c !== 'c' || collection === undefined) return null;
  const run = rest[0] === 'r' ? (rest[1] ?? null) : null;
  const [name = 'findings', part = null, ...more] = run === null ? rest : rest.slice(2);
  const screen = SCREENS.find((each) => each === name);
  // Once a screen of its own: bookmarks still lead there.
  if (screen === 'runs' && part === 'new' && more.length === 0)
    return { collection, run, screen, part: null, view: NEW_RUN };
  if (!screen || more.length > 0) return null;
  const parts: readonly Part[] = PARTS[screen];
  const known = parts.find((each) => each === part) ?? null;
  if (part !== known) return null;
  const params = new URLSearchParams(search);
  const view = Object.fromEntries(VIEW_KEYS.flatMap((key) => (params.get(key) ? [[key, params.get(key)!]] : [])));
  return { collection, run, screen, part: known, view };
}

/** The collection that a text names which is no address otherwise; null where it names none. */
export const collectionIn = (hash: string): string | null => decode(/^#?\/?c\/([^/?]+)/.exec(hash)?.[1] ?? '') || null;

function decode(step: string): string | null {
  try {
    return decodeURIComponent(step);
  } catch {
    return null;
  }
}
