/**
 * ONNX Runtime takes any version of the format below its own, also those that there are not. @param bytes of the file,
 * which begins with its version as a varint of Protocol Buffers, field 1 @throws {Error} for a version below 1
 */
export function requireVersion(bytes: Uint8Array): void {
  if (bytes[0] !== 0x08) return;
  let version = 0n;
  for (let i = 1; i <= 10; i++) {
    version |= BigInt(bytes[i]! & 0x7f) << BigInt(7 * (i - 1));
    if (bytes[i]! < 0x80) break;
  }
  version = BigInt.asIntN(64, version);
  if (version < 1n) throw new Error(`its file is of version ${version} of ONNX (IR), and versions begin at 1`);
}
