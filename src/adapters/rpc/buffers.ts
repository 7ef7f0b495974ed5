/** Buffers that a value's own fields are views of, each once. */
export function buffersOf(value: unknown): ArrayBuffer[] {
  if (typeof value !== 'object' || value === null) return [];
  const buffers = Object.values(value)
    .filter((field) => ArrayBuffer.isView(field))
    .map((view) => view.buffer)
    .filter((buffer): buffer is ArrayBuffer => buffer instanceof ArrayBuffer);
  return [...new Set(buffers)];
}
