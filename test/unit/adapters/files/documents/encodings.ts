const tables = new Map<string, ReadonlyMap<string, readonly number[]>>();

/** Encodes what the platform can only decode, by trying all bytes and pairs of bytes. */
export function encodedAs(encoding: string, text: string): Uint8Array<ArrayBuffer> {
  if (encoding === 'utf-8') return new TextEncoder().encode(text);
  const table = tables.get(encoding) ?? tableOf(encoding);
  tables.set(encoding, table);
  return new Uint8Array(
    [...text].flatMap((character) => {
      const code = character.charCodeAt(0);
      const bytes = code < 0x80 ? [code] : table.get(character);
      if (!bytes) throw new Error(`${encoding} has no ${character}`);
      return bytes;
    }),
  );
}

function tableOf(encoding: string): ReadonlyMap<string, readonly number[]> {
  const decoder = new TextDecoder(encoding);
  const table = new Map<string, readonly number[]>();
  const add = (...bytes: readonly number[]): void => {
    // As a stream, since Node 20 reads windows-1252 as Latin-1 otherwise.
    const text = decoder.decode(Uint8Array.from(bytes), { stream: true }) + decoder.decode();
    if ([...text].length === 1 && text !== '\ufffd' && !table.has(text)) table.set(text, bytes);
  };
  for (let byte = 0x80; byte <= 0xff; byte++) add(byte);
  for (let lead = 0x81; lead < 0xff; lead++) for (let trace = 0x40; trace < 0xff; trace++) add(lead, trace);
  return table;
}

/** RFC 1468: the bytes of EUC-JP without their highest bits, between escape sequences. */
export function iso2022jp(text: string): Uint8Array<ArrayBuffer> {
  const parts = text.split(/([\x20-\x7e\n]+)/).map((part) => {
    const bytes = [...encodedAs('euc-jp', part)].map((byte) => byte & 0x7f);
    return /^[\x20-\x7e\n]*$/.test(part) ? bytes : [0x1b, 0x24, 0x42, ...bytes, 0x1b, 0x28, 0x42];
  });
  return new Uint8Array(parts.flat());
}
