import { BlobWriter, configure, TextReader, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js';

// The policy of the page forbids workers from blob: addresses.
configure({ useWebWorkers: false });

export class ZipOfFiles {
  readonly #writer = new ZipWriter(new BlobWriter('application/zip'));

  async add(name: string, content: string | AsyncIterable<string>): Promise<void> {
    if (typeof content === 'string') await this.#writer.add(name, new TextReader(content));
    else await this.#writer.add(name, { readable: bytesOf(content) });
  }

  close(): Promise<Blob> {
    return this.#writer.close();
  }
}

function bytesOf(lines: AsyncIterable<string>): ReadableStream<Uint8Array> {
  const [iterator, encoder] = [lines[Symbol.asyncIterator](), new TextEncoder()];
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await iterator.next();
      if (next.done) controller.close();
      else controller.enqueue(encoder.encode(`${next.value}\n`));
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}

export async function zipOf(files: readonly { readonly name: string; readonly text: string }[]): Promise<Blob> {
  const writer = new ZipWriter(new BlobWriter('application/zip'));
  for (const { name, text } of files) await writer.add(name, new TextReader(text));
  return writer.close();
}
