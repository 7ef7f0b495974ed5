import { BlobWriter, configure, TextReader, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js';

// The policy of the page forbids workers from blob: addresses.
configure({ useWebWorkers: false });

/** A zip of text files. The library is loaded by whoever imports this. */
export async function zipOf(files: readonly { readonly name: string; readonly text: string }[]): Promise<Blob> {
  const writer = new ZipWriter(new BlobWriter('application/zip'));
  for (const { name, text } of files) await writer.add(name, new TextReader(text));
  return writer.close();
}
