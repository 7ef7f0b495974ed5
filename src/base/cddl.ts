/** How a value is not as it should be, and where in it. */
export interface Misfit {
  readonly path: string;
  readonly expected: string;
  readonly found: string;
}

export type Rule = (value: unknown) => Misfit | null;

const MAX_SAID = 60;

function said(value: unknown): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object';
  const text = typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? 'nothing');
  return text.length > MAX_SAID ? `${text.slice(0, MAX_SAID)}…` : text;
}

const misfit = (expected: string, value: unknown): Misfit => ({ path: '', expected, found: said(value) });

export const expecting =
  (expected: string, holds: (value: unknown) => boolean): Rule =>
  (value) =>
    holds(value) ? null : misfit(expected, value);

const within = (key: string, found: Misfit | null): Misfit | null =>
  found && { ...found, path: found.path === '' ? key : `${key}.${found.path}` };

export const isPlainObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

const depthOf = ({ path }: Misfit): number => (path === '' ? 0 : path.split('.').length);

/** The misfit of the choice that fits furthest. */
function oneOf(choices: readonly Rule[]): Rule {
  return (value) => {
    const misfits: Misfit[] = [];
    for (const check of choices) {
      const found = check(value);
      if (!found) return null;
      misfits.push(found);
    }
    const deepest = Math.max(...misfits.map(depthOf));
    const far = misfits.filter((each) => depthOf(each) === deepest);
    // A field with another word than a choice has names another choice.
    const meant = deepest > 0 ? far.filter(({ expected }) => !expected.startsWith('"')) : [];
    const [first, ...others] = meant.length > 0 ? meant : far;
    const alike = others.filter(({ path, found }) => path === first!.path && found === first!.found);
    const expected = new Set([first!, ...alike].map((each) => each.expected));
    return { ...first!, expected: [...expected].join(' or ') };
  };
}

interface Group {
  readonly fields: Map<string, { readonly check: Rule; readonly isOptional: boolean }>;
  /** Of keys that may be any. */
  others: Rule | null;
}

const objectOf =
  (group: () => Group): Rule =>
  (value) => {
    if (!isPlainObject(value)) return misfit('an object', value);
    const { fields, others } = group();
    for (const [key, each] of Object.entries(value)) {
      const check = fields.get(key)?.check ?? others;
      const found = check ? check(each) : misfit('no such field', each);
      if (found) return within(key, found);
    }
    for (const [key, { isOptional }] of fields)
      if (!isOptional && !Object.hasOwn(value, key)) return { path: key, expected: 'this field', found: 'none' };
    return null;
  };

const listOf =
  (each: Rule): Rule =>
  (value) => {
    if (!Array.isArray(value)) return misfit('a list', value);
    for (const [i, item] of value.entries()) {
      const found = within(String(i), each(item));
      if (found) return found;
    }
    return null;
  };

const tupleOf =
  (checks: readonly Rule[]): Rule =>
  (value) => {
    const isOne = Array.isArray(value) && value.length === checks.length;
    if (!isOne) return misfit(`a list of ${checks.length}`, value);
    return checks.map((check, i) => within(String(i), check(value[i]))).find((found) => found) ?? null;
  };

const PRELUDE: Readonly<Record<string, Rule>> = {
  tstr: expecting('a text', (value) => typeof value === 'string'),
  number: expecting('a number', (value) => Number.isFinite(value)),
  uint: expecting('a whole number', (value) => Number.isSafeInteger(value) && (value as number) >= 0),
  bool: expecting('true or false', (value) => typeof value === 'boolean'),
  true: expecting('true', (value) => value === true),
  null: expecting('null', (value) => value === null),
};

const TOKEN = /;.*|"[^"]*"|-?\d+(?:\.\d+)?(?:e\d+)?|\.\.|=>|\.[a-z]+|[A-Za-z][\w-]*|\S/g;

/** Checks by the rules of a data definition, in a part of CDDL (RFC 8610). @param own names that it uses besides */
export class DataDefinition {
  readonly #rules: Record<string, Rule>;
  readonly #groups = new Map<string, () => Group>();
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(source: string, own: Readonly<Record<string, Rule>>) {
    this.#rules = { ...PRELUDE, ...own };
    this.#tokens = (source.match(TOKEN) ?? []).filter((token) => !token.startsWith(';'));
    while (this.#at < this.#tokens.length) {
      const name = this.#take();
      this.#expect('=');
      if (this.#skips('(')) this.#groups.set(name, this.#group(')'));
      else this.#rules[name] = this.#type();
    }
  }

  /** @throws {RangeError} where there is no such rule */
  rule(name: string): Rule {
    return this.#rules[name] ?? this.#fail(name);
  }

  #take(): string {
    return this.#tokens[this.#at++] ?? this.#fail('the end');
  }

  #fail(token: string): never {
    throw new RangeError(`a data definition that cannot be read at ${token}`);
  }

  #skips(token: string): boolean {
    const isThere = this.#tokens[this.#at] === token;
    if (isThere) this.#at++;
    return isThere;
  }

  #expect(token: string): void {
    if (!this.#skips(token)) this.#fail(this.#take());
  }

  #type(): Rule {
    const choices = [this.#one()];
    while (this.#skips('/')) choices.push(this.#one());
    return choices.length === 1 ? choices[0]! : oneOf(choices);
  }

  #one(): Rule {
    const token = this.#take();
    if (token === '{') return objectOf(this.#group('}'));
    if (token === '[') return this.#list();
    if (token.startsWith('"')) return expecting(token, (value) => value === token.slice(1, -1));
    if (/^-?\d/.test(token)) return this.#number(Number(token));
    const named: Rule = (value) => this.rule(token)(value);
    return this.#skips('.regexp') ? this.#pattern() : named;
  }

  #number(low: number): Rule {
    if (!this.#skips('..')) return expecting(String(low), (value) => value === low);
    const high = Number(this.#take());
    return expecting(
      `a number from ${low} to ${high}`,
      (value) => typeof value === 'number' && value >= low && value <= high,
    );
  }

  #pattern(): Rule {
    const source = this.#take().slice(1, -1);
    const pattern = new RegExp(`^(?:${source})$`, 'u');
    return expecting(`a text like ${source}`, (value) => typeof value === 'string' && pattern.test(value));
  }

  #list(): Rule {
    if (this.#skips('*')) {
      const each = this.#type();
      this.#expect(']');
      return listOf(each);
    }
    const checks = [this.#type()];
    while (this.#skips(',')) checks.push(this.#type());
    this.#expect(']');
    return tupleOf(checks);
  }

  /** Groups that it names may be defined below. */
  #group(end: string): () => Group {
    const group: Group = { fields: new Map(), others: null };
    const named: string[] = [];
    while (!this.#skips(end)) {
      if (this.#skips('*')) {
        this.#expect('tstr');
        this.#expect('=>');
        group.others = this.#type();
      } else {
        const isOptional = this.#skips('?');
        const name = this.#take();
        if (this.#skips(':')) group.fields.set(name, { check: this.#type(), isOptional });
        else named.push(name);
      }
      this.#skips(',');
    }
    return () => {
      for (const name of named.splice(0))
        for (const [key, field] of (this.#groups.get(name) ?? this.#fail(name))().fields) group.fields.set(key, field);
      return group;
    };
  }
}
