/** Values by their keys, as many as there is room for; those that were used longest ago go first. */
export class Kept<Value> {
  private readonly values = new Map<string, { readonly value: Value; readonly bytes: number }>();
  private bytes = 0;

  /** @param room in bytes, for values and keys */
  constructor(private readonly room: number) {}

  get(key: string): Value | undefined {
    const found = this.values.get(key);
    if (!found) return undefined;
    this.values.delete(key);
    this.values.set(key, found);
    return found.value;
  }

  /** @param size bytes of the value */
  set(key: string, value: Value, size: number): void {
    this.forget(key);
    const bytes = size + 2 * key.length;
    this.values.set(key, { value, bytes });
    this.bytes += bytes;
    for (const oldest of this.values.keys()) {
      if (this.bytes <= this.room) break;
      this.forget(oldest);
    }
  }

  private forget(key: string): void {
    this.bytes -= this.values.get(key)?.bytes ?? 0;
    this.values.delete(key);
  }
}
