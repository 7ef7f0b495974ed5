const FRAME = 0x184d2204;
const UNCOMPRESSED = 0x80000000;

/** LZ4 (https://github.com/lz4/lz4/blob/dev/doc/lz4_Frame_format.md); no checksums. @param length unpacked bytes */
export function unpackedLz4(packed: Uint8Array, length: number): Uint8Array {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  if (view.getUint32(0, true) !== FRAME) throw new Error('a part is no frame of LZ4');
  const flags = packed[4]!;
  const [hasBlockSums, hasSize, hasDictionary] = [flags & 0x10, flags & 8, flags & 1];
  if (hasDictionary) throw new Error('LZ4 with a dictionary');
  const output = new Uint8Array(length);
  let [from, to] = [hasSize ? 15 : 7, 0];
  for (;;) {
    const size = view.getUint32(from, true);
    from += 4;
    if (size === 0) return output.subarray(0, to);
    const end = from + (size & ~UNCOMPRESSED);
    if (end > packed.length) throw new Error('a part of LZ4 is cut short');
    const block = packed.subarray(from, end);
    if (size & UNCOMPRESSED) {
      output.set(block, to);
      to += block.length;
    } else to = unpackBlock(block, output, to);
    from = end + (hasBlockSums ? 4 : 0);
  }
}

/** Unpacks a block (https://github.com/lz4/lz4/blob/dev/doc/lz4_Block_format.md). @returns where the output goes on */
function unpackBlock(block: Uint8Array, output: Uint8Array, start: number): number {
  let [at, to] = [0, start];
  const extended = (length: number): number => {
    let byte = length === 15 ? 255 : 0;
    for (; byte === 255; length += byte) byte = block[at++]!;
    return length;
  };
  for (;;) {
    const token = block[at++]!;
    const literals = extended(token >> 4);
    output.set(block.subarray(at, at + literals), to);
    [at, to] = [at + literals, to + literals];
    if (at === block.length) return to;
    const back = block[at]! | (block[at + 1]! << 8);
    at += 2;
    const end = to + extended(token & 15) + 4;
    if (!(at < block.length && back > 0 && back <= to && end <= output.length))
      throw new Error('a part of LZ4 is damaged');
    for (; to < end; to++) output[to] = output[to - back]!;
  }
}
