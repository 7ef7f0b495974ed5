/** Bytes of a file from a place to another, which is not read. */
export type ReadBytes = (from: number, to: number) => Promise<Uint8Array>;

/** Bytes read ahead: nodes are small and lie side by side. */
const AHEAD = 16_384;

/** Of a number, at most; a field begins with two. */
const MOST_BYTES = 10;
const HEAD = 2 * MOST_BYTES;

/** Of the wire format (protobuf.dev/programming-guides/encoding): what a field's number is followed by. */
const [VARINT, FIXED_64, LENGTH, FIXED_32] = [0, 1, 2, 5];

/** A message of Protocol Buffers that lies in a file, of which only what is asked for is read. */
export class Message {
  private window: { readonly from: number; readonly bytes: Uint8Array } = { from: 0, bytes: new Uint8Array() };

  /** @param number of the field that it is in another message; 0 for a file */
  constructor(
    private readonly read: ReadBytes,
    private readonly from: number,
    private readonly to: number,
    readonly number = 0,
  ) {}

  /**
   * The fields of these numbers, in their order, each as the message or text that it may be.
   *
   * @throws {RangeError} where the bytes are no message
   */
  async *fields(...wanted: readonly number[]): AsyncGenerator<Message> {
    let at = this.from;
    while (at < this.to) {
      // A tag and a length: awaited only where they were not read ahead.
      if (!this.holds(at, Math.min(this.to, at + HEAD))) await this.readAhead(at, Math.min(this.to, at + HEAD));
      const [tag, next] = this.varint(at);
      const number = Math.floor(tag / 8);
      if (number === 0) throw new RangeError('a field has the number 0');
      at = next;
      switch (tag % 8) {
        case VARINT:
          at = this.varint(at)[1];
          break;
        case FIXED_64:
          at += 8;
          break;
        case FIXED_32:
          at += 4;
          break;
        case LENGTH: {
          const [length, begins] = this.varint(at);
          at = begins + length;
          if (at > this.to) throw new RangeError('a field is longer than its message');
          if (wanted.includes(number)) yield this.inner(begins, at, number);
          break;
        }
        default:
          throw new RangeError('a field of no kind');
      }
    }
  }

  /** What it says, as a text of one byte a character: names of operators are ASCII. */
  async text(): Promise<string> {
    if (!this.holds(this.from, this.to)) await this.readAhead(this.from, this.to);
    const { from, bytes } = this.window;
    return String.fromCharCode(...bytes.subarray(this.from - from, this.to - from));
  }

  private inner(from: number, to: number, number: number): Message {
    const message = new Message(this.read, from, to, number);
    message.window = this.window;
    return message;
  }

  private holds(from: number, to: number): boolean {
    return from >= this.window.from && to <= this.window.from + this.window.bytes.length;
  }

  private async readAhead(from: number, to: number): Promise<void> {
    this.window = { from, bytes: await this.read(from, Math.max(to, Math.min(this.to, from + AHEAD))) };
    if (!this.holds(from, to)) throw new RangeError('the file ends before its message');
  }

  /** A number of seven bits a byte, and where it ends. */
  private varint(at: number): [value: number, end: number] {
    const { from, bytes } = this.window;
    let value = 0;
    for (let i = 0; i < MOST_BYTES; i++) {
      const byte = at + i < this.to ? bytes[at + i - from] : undefined;
      if (byte === undefined) throw new RangeError('a number is cut off');
      value += (byte & 0x7f) * 2 ** (7 * i);
      if (byte < 0x80) return [value, at + i + 1];
    }
    throw new RangeError('a number of more than 64 bits');
  }
}
