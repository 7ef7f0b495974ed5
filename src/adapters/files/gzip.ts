import { problem, SourceFailure, tooLarge } from '../../domain/dataset/problem';
import type { ByteSource } from './byte-source';

/** Unpacks once to count bytes: the size that gzip states (RFC 1952) is unreliable in a truncated file. */
export async function gunzipped(packed: ByteSource, maxBytes: number): Promise<ByteSource> {
  const path = packed.path.replace(/\.gz$/i, '');
  let bytes = 0;
  for await (const chunk of unpacked(packed)) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLarge(packed.path, maxBytes);
  }
  return { path, bytes, chunks: () => unpacked(packed) };
}

/** Bytes at a time: they unpack to up to a thousand times as many. */
const PART_BYTES = 2 ** 15;

/** A file may have several members, as `cat a.gz b.gz`, bgzip and pigz make them, and zeros behind them. */
async function* unpacked(packed: ByteSource): AsyncGenerator<Uint8Array> {
  const { Inflate } = await import('pako');
  const found: Uint8Array[] = [];
  const begun = () =>
    Object.assign(new Inflate(), { onData: (part: Uint8Array) => void found.push(part), onEnd: () => {} });
  let member = begun();
  for await (const chunk of packed.chunks())
    for (let at = 0; at < chunk.length; at += PART_BYTES) {
      const part = chunk.subarray(at, at + PART_BYTES);
      // pako goes on to the next member by itself, except to one that begins with a part.
      if (member.ended && part.some((byte) => byte !== 0)) member = begun();
      member.push(part);
      if (member.err !== 0) throw broken(packed);
      yield* found.splice(0);
    }
  if (!member.ended) throw broken(packed);
}

const broken = ({ path }: ByteSource): SourceFailure =>
  new SourceFailure(problem('bad-archive', { file: path }, 'broken gzip'));
