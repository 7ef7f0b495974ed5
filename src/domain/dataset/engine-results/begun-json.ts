/** A JSON value of which a text may hold only the beginning. */
export interface BegunJson {
  /** What there is of it: members and items that end in the text, and those that are cut as far as they go. */
  readonly value: unknown;
  /** Where it ends; null where the text ends first. */
  readonly end: number | null;
}

/** Deeper is nothing that tells formats apart. */
const MAX_DEPTH = 40;
const LITERAL = /true|false|null|-?\d[\d.eE+-]*/y;
const BLANKS = /[ \t\r\n]*/y;

/**
 * Reads as much of a JSON value as the beginning of a file holds, to tell formats apart by their structure. Where the text is no
 * JSON, what stands before that place counts.
 */
export function begunJson(text: string, from = 0): BegunJson {
  const reader = new BegunReader(text, from);
  const value = reader.value(0);
  return { value, end: reader.isWhole ? reader.at : null };
}

class BegunReader {
  isWhole = true;

  constructor(
    private readonly text: string,
    public at: number,
  ) {}

  value(depth: number): unknown {
    this.#blanks();
    const first = this.text[this.at];
    if (depth > MAX_DEPTH || first === undefined) return this.#cut();
    if (first === '{') return this.#object(depth);
    if (first === '[') return this.#list(depth);
    if (first === '"') return this.#string();
    LITERAL.lastIndex = this.at;
    const literal = LITERAL.exec(this.text)?.[0];
    if (literal === undefined) return this.#cut();
    this.at += literal.length;
    return parsed(literal);
  }

  #object(depth: number): unknown {
    const members: [string, unknown][] = [];
    const made = (): unknown => Object.fromEntries(members);
    this.at++;
    this.#blanks();
    if (this.#take('}')) return made();
    while (this.isWhole) {
      this.#blanks();
      const key = this.text[this.at] === '"' ? this.#string() : this.#cut();
      this.#blanks();
      if (!this.isWhole || typeof key !== 'string' || !this.#take(':')) break;
      members.push([key, this.value(depth + 1)]);
      this.#blanks();
      if (!this.isWhole || this.#take('}')) return made();
      if (!this.#take(',')) break;
    }
    this.isWhole = false;
    return made();
  }

  #list(depth: number): unknown {
    const items: unknown[] = [];
    this.at++;
    this.#blanks();
    if (this.#take(']')) return items;
    while (this.isWhole) {
      const item = this.value(depth + 1);
      if (this.isWhole || item !== undefined) items.push(item);
      this.#blanks();
      if (!this.isWhole || this.#take(']')) return items;
      if (!this.#take(',')) break;
    }
    this.isWhole = false;
    return items;
  }

  #string(): string | undefined {
    const start = this.at;
    for (let at = start + 1; at < this.text.length; at++) {
      if (this.text[at] === '\\') at++;
      else if (this.text[at] === '"') {
        this.at = at + 1;
        const written = parsed(this.text.slice(start, at + 1));
        return typeof written === 'string' ? written : this.#cut();
      }
    }
    return this.#cut();
  }

  #blanks(): void {
    BLANKS.lastIndex = this.at;
    BLANKS.test(this.text);
    this.at = BLANKS.lastIndex;
  }

  #take(character: string): boolean {
    const found = this.text[this.at] === character;
    if (found) this.at++;
    return found;
  }

  #cut(): undefined {
    this.isWhole = false;
    return undefined;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
