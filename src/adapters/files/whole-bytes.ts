import type { SourceBytes } from '../../domain/dataset/source';
import type { ByteSource } from './byte-source';
import type { Meter } from './meter';

/** A file whose bytes are wanted as one, counted while it is read. */
export function wholeBytes(source: ByteSource, meter: Meter): SourceBytes {
  return {
    path: source.path,
    bytes: source.bytes,
    async read() {
      // The size that is told is not to be relied on: it grows with what comes.
      let bytes = new Uint8Array(source.bytes);
      let length = 0;
      for await (const chunk of source.chunks()) {
        meter.advance(source.path, chunk.length);
        if (length + chunk.length > bytes.length) {
          const larger = new Uint8Array((length + chunk.length) * 2);
          larger.set(bytes.subarray(0, length));
          bytes = larger;
        }
        bytes.set(chunk, length);
        length += chunk.length;
      }
      return bytes.subarray(0, length);
    },
  };
}
