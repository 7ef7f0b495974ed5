/** What the head of a README says of a model; empty or null where it says nothing. */
export interface FrontMatter {
  readonly languages: readonly string[];
  readonly licence: string | null;
  readonly task: string | null;
  /** Repositories that it was made from, as `intfloat/multilingual-e5-small`. */
  readonly baseModels: readonly string[];
}

/**
 * Reads the head of a model's README: the lines of YAML between two lines of `---`. Only scalars and plain lists of the
 * outermost level are read, which is all that these four fields are.
 */
export function readFrontMatter(readme: string): FrontMatter {
  const head = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---\s*(?:\r?\n|$)/.exec(readme)?.[1] ?? '';
  const fields = new Map<string, string[]>();
  let current: string[] = [];
  for (const line of head.split(/\r?\n/)) {
    const field = /^([A-Za-z_]+):\s*(.*)$/.exec(line);
    const item = /^\s*-\s+(.*)$/.exec(line);
    if (field) {
      current = valuesOf(field[2] ?? '');
      fields.set(field[1] ?? '', current);
    } else if (item) current.push(...valuesOf(item[1] ?? ''));
  }
  const first = (name: string): string | null => fields.get(name)?.[0] ?? null;
  const licence = first('license');
  return {
    languages: fields.get('language') ?? [],
    licence: licence === 'other' ? (first('license_name') ?? licence) : licence,
    task: first('pipeline_tag'),
    baseModels: fields.get('base_model') ?? [],
  };
}

/** A scalar, or a list in square brackets. */
function valuesOf(text: string): string[] {
  const inner = /^\[(.*)\]$/.exec(text.trim())?.[1];
  return (inner === undefined ? [text] : inner.split(','))
    .map((value) => value.trim().replace(/^(["'])(.*)\1$/, '$2'))
    .filter((value) => value !== '');
}
