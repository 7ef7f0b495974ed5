import {
  configure,
  ERR_ENCRYPTED,
  ERR_UNSAFE_FILENAME,
  ERR_UNSUPPORTED_COMPRESSION,
  ERR_UNSUPPORTED_ENCRYPTION,
  ZipReader,
  type FileEntry,
} from '@zip.js/zip.js/lib/zip-core-native.js';
import { problem, SourceFailure } from '../../domain/dataset/problem';
import { BlobBlocks } from './blob-blocks';
import { chunksOf, type ByteSource } from './byte-source';
import { SmallEntries } from './zip-small';

// The policy of the page forbids workers from blob: addresses, and this runs in a worker of ours already.
configure({ useWebWorkers: false });

/** The files in an archive; nothing is unpacked before it is read. @throws {SourceFailure} if it is no archive */
export async function zipSources(path: string, blob: Blob): Promise<ByteSource[]> {
  const blocks = new BlobBlocks(blob);
  const reader = new ZipReader(blocks, { checkSignature: true, checkOverlappingEntry: true });
  try {
    const entries = (await reader.getEntries()).filter((entry): entry is FileEntry => !entry.directory);
    const small = new SmallEntries(blocks, entries);
    return entries.map((entry) => entrySource(path, entry, small));
  } catch (error) {
    throw failure(path, error);
  }
}

function entrySource(archive: string, entry: FileEntry, small: SmallEntries): ByteSource {
  // Archives of old Windows programs have backslashes.
  const path = `${archive}/${entry.filename.replaceAll('\\', '/')}`;
  return {
    path,
    bytes: entry.uncompressedSize,
    async *chunks() {
      const whole = await small.read(entry).catch(() => null);
      if (whole) return void (yield whole);
      let bytes = 0;
      for await (const chunk of unpacked(path, entry)) {
        bytes += chunk.length;
        if (bytes > entry.uncompressedSize)
          throw new SourceFailure(problem('bad-archive', { file: path }, 'larger than declared'));
        yield chunk;
      }
    },
  };
}

async function* unpacked(path: string, entry: FileEntry): AsyncGenerator<Uint8Array> {
  let output!: TransformStreamDefaultController<Uint8Array>;
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>({
    start: (controller) => void (output = controller),
  });
  const done = entry.getData(writable);
  // What fails before the first byte leaves the stream open, and its reader waiting for ever.
  done.catch((error: unknown) => output.error(error));
  try {
    yield* chunksOf(readable);
    await done;
  } catch (error) {
    throw failure(path, error);
  }
}

function failure(file: string, error: unknown): SourceFailure {
  const code = error instanceof Error ? error.message : '';
  if (code === ERR_UNSAFE_FILENAME) {
    const { filename } = error as { filename?: string };
    return new SourceFailure(problem('bad-archive', { file }, { outside: filename ?? '' }));
  }
  const isLocked = code === ERR_ENCRYPTED || code === ERR_UNSUPPORTED_ENCRYPTION;
  const why = isLocked ? 'encrypted' : code === ERR_UNSUPPORTED_COMPRESSION ? 'unsupported' : 'broken';
  return new SourceFailure(problem('bad-archive', { file }, why));
}
