import { canonicalJson } from '../../base/hash';

type Stored = Readonly<Record<string, unknown>>;

const isStored = (value: unknown): value is Stored =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const objects = (values: readonly unknown[]): Stored[] => values.filter(isStored);

const retrieversOf = ({ retrievers }: Stored): Stored[] => (Array.isArray(retrievers) ? objects(retrievers) : []);

const searchesOf = (system: Stored): Stored[] =>
  retrieversOf(system).flatMap((each) =>
    objects([each['search'], isStored(each['retriever']) && each['retriever']['search']]),
  );

const field = (of: unknown, name: string): unknown[] =>
  isStored(of) && of[name] !== undefined && of[name] !== null ? [of[name]] : [];

const LIBRARY_NORMS = ['llamaindex-min-max', 'llamaindex-dbsf', 'haystack-dbsf'];

/** Of earlier versions: a stored system that names one is shown with it as text, never refused or run without it. */
const RETIRED = {
  hnsw: (system) => searchesOf(system).filter(({ kind }) => kind === 'hnsw'),
  gate: ({ rerank }) => field(rerank, 'gate'),
  target: (system) => field(system, 'target'),
  'rank-window': ({ fusion }) => field(fusion, 'rankWindow'),
  'engine-norm': ({ fusion, crossFitted }) =>
    [fusion, crossFitted].flatMap((each) => field(each, 'norm')).filter((norm) => LIBRARY_NORMS.includes(String(norm))),
} satisfies Readonly<Record<string, (system: Stored) => readonly unknown[]>>;

export type RetiredPart = keyof typeof RETIRED;

export interface NamedRetired {
  readonly part: RetiredPart;
  readonly text: string;
}

export function retiredParts(system: unknown): NamedRetired[] {
  if (!isStored(system)) return [];
  const parts = Object.keys(RETIRED) as RetiredPart[];
  return parts.flatMap((part) => RETIRED[part](system).map((value) => ({ part, text: canonicalJson(value) })));
}

export type RetiredSystem = ReturnType<typeof retiredSystem>;

export const retiredSystems = (spec: unknown): RetiredSystem[] =>
  isStored(spec) ? namingRetired(spec['systems']).map(retiredSystem) : [];

export const namingRetired = (systems: unknown): readonly unknown[] =>
  Array.isArray(systems) ? systems.filter((system) => retiredParts(system).length > 0) : [];

export const retiredSystem = (system: unknown) => ({
  system: String(isStored(system) ? system['id'] : ''),
  parts: retiredParts(system),
});

export const withoutRetired = <Spec extends { readonly systems: readonly unknown[] }>(spec: Spec): Spec => ({
  ...spec,
  systems: spec.systems.filter((system) => retiredParts(system).length === 0),
});
