import type { ByteSource } from '../files/byte-source';

/** Of the text that git has in the place of a large file until `git lfs pull`. */
const LARGEST_POINTER = 1024;
const START = 'version https://git-lfs.github.com/spec/';

/** Whether a file is a pointer of Git LFS and not the file itself. */
export async function isPointer(source: ByteSource): Promise<boolean> {
  if (source.bytes > LARGEST_POINTER) return false;
  return (await readText(source)).startsWith(START);
}

export const pointerProblem = (paths: readonly string[]): string =>
  `${paths.join(', ')} ${paths.length === 1 ? 'is a pointer' : 'are pointers'} of Git LFS, not the ${paths.length === 1 ? 'file itself' : 'files themselves'}. Run “git lfs pull” in the folder, then pick it again.`;

/** A small file as text. */
export async function readText(source: ByteSource): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of source.chunks()) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}
