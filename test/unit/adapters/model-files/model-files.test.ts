import 'fake-indexeddb/auto';
import { BlobWriter, configure, Uint8ArrayReader, ZipWriter } from '@zip.js/zip.js';
import { beforeEach, describe, expect, it } from 'vitest';
import { createModelFiles } from '../../../../src/adapters/model-files/model-files';
import { openModelDatabase, type ModelDatabase } from '../../../../src/adapters/model-store/schema';
import { listModels, readModelFile } from '../../../../src/adapters/model-store/store';
import type { DiskOffer, ModelChoice, ModelProgress } from '../../../../src/contract/models';
import type { SourceFile } from '../../../../src/contract/workers';
import { isRefused } from '../../../../src/domain/models/read-repository';
import { messageOf } from '../../../../src/ui/shared/messages/message-of';
import { said } from '../../said';
import { readingOf } from '../../../../src/domain/models/repository';
import { lfsPointer } from '../../../hub';
import { contentOf, files as repository, LARGE, sha256 } from '../hub/repository';

configure({ useWebWorkers: false });

let db: ModelDatabase;
let name: string;
let opened = 0;
let steps: ModelProgress[];

beforeEach(async () => {
  name = `model-files-${opened++}`;
  db = await openModelDatabase(name);
  steps = [];
});

const WEIGHTS = 'onnx/model_quantized.onnx';
const open = () => openModelDatabase(name);
const look = (files: readonly SourceFile[]) => createModelFiles(open).look({ files });
const keep = (files: readonly SourceFile[], choice: ModelChoice) =>
  createModelFiles(open).keep({ files, choice }, (step) => void steps.push(step));

/** The repository in a folder, with what is said in place of its files. */
function folder(root: string, changes: Readonly<Record<string, Buffer | string>> = {}): SourceFile[] {
  const contents = new Map<string, Buffer | string>(repository.map(({ path, content }) => [path, content]));
  for (const [path, content] of Object.entries(changes)) contents.set(path, content);
  return [...contents].map(([path, content]) => ({
    path: `${root}${path}`,
    file: new Blob([typeof content === 'string' ? content : new Uint8Array(content)]),
  }));
}

async function zipped(path: string, files: readonly SourceFile[]): Promise<SourceFile[]> {
  const writer = new ZipWriter(new BlobWriter());
  for (const { path: entry, file } of files)
    await writer.add(entry, new Uint8ArrayReader(new Uint8Array(await file.arrayBuffer())));
  return [{ path, file: await writer.close() }];
}

function choiceOf({ offer }: DiskOffer): ModelChoice {
  if (isRefused(offer)) throw new Error(JSON.stringify(offer.problems));
  return { name: 'Mine', reading: readingOf(offer), offer };
}

const refusal = async (files: readonly SourceFile[]) => {
  const { offer } = await look(files);
  return isRefused(offer) ? offer.problems.map((problem) => messageOf(problem)).join('\n') : 'no refusal';
};

const nothingKept = async () =>
  expect([await db.count('models'), await db.count('parts'), await db.count('downloads')]).toEqual([0, 0, 0]);

describe('a repository in a folder', () => {
  it('is looked at, and nothing of it is kept', async () => {
    const found = await look(folder('small-model/'));
    expect(found.name).toBe('small-model');
    expect(found.files).toContainEqual({ path: WEIGHTS, bytes: LARGE });
    expect(choiceOf(found).reading).toMatchObject({ task: 'embedding', pooling: 'cls' });
    await nothingKept();
  });

  it('is kept with the files that the choice needs, byte for byte, with their hashes and progress', async () => {
    const files = folder('small-model/');
    const model = await keep(files, choiceOf(await look(files)));
    expect(model.id).toBe(`small-model@${model.revision.slice(0, 12)}:q8`);
    expect(model).toMatchObject({ name: 'Mine', origin: { kind: 'disk', name: 'small-model' } });
    expect(model.files.map(({ path }) => path)).toEqual([
      'config.json',
      WEIGHTS,
      'tokenizer.json',
      'tokenizer_config.json',
    ]);
    for (const { path, sha256: hash } of model.files) {
      const blob = await readModelFile(db, model.id, path);
      expect(Buffer.from(await blob!.arrayBuffer()).equals(contentOf(path))).toBe(true);
      expect(hash).toBe(sha256(contentOf(path)));
    }
    expect(steps.at(-1)?.done).toBe(steps.at(-1)?.bytes);
    expect(await db.count('downloads')).toBe(0);
  });

  it('has the same revision from a zip archive, and another one with another byte', async () => {
    const files = folder('small-model/');
    const { revision } = await keep(files, choiceOf(await look(files)));
    const archive = await zipped('any name.zip', files);
    expect((await keep(archive, choiceOf(await look(archive)))).revision).toBe(revision);
    const changed = folder('small-model/', { [WEIGHTS]: Buffer.from(contentOf(WEIGHTS)).fill(1, 0, 1) });
    expect((await keep(changed, choiceOf(await look(changed)))).revision).not.toBe(revision);
  });

  it('may be a clone or lie deep in others, and what git and the hub’s library left is not looked at', async () => {
    const clone = folder('downloads/clone/', { '.git/config.json': '{}', '.cache/huggingface/config.json': '{}' });
    const found = await look(clone);
    expect(found.name).toBe('clone');
    expect(found.files.map(({ path }) => path).sort()).toEqual(repository.map(({ path }) => path).sort());
  });

  it('of the cache of the hub’s library has the name of the repository', async () => {
    const root = 'models--org--small-model/snapshots/751bff37182d3f1213fa05d7196b954e230abad9/';
    expect((await look(folder(root))).name).toBe('org/small-model');
  });

  it('is found loose, and by paths with backslashes', async () => {
    expect((await look(folder(''))).files).toContainEqual({ path: WEIGHTS, bytes: LARGE });
    const backslashes = folder('a/').map(({ path, file }) => ({ path: path.replaceAll('/', '\\'), file }));
    expect((await look(backslashes)).files).toContainEqual({ path: WEIGHTS, bytes: LARGE });
  });
});

describe('a repository in a zip archive', () => {
  it('is named by its folder, and by the archive where it has none', async () => {
    expect((await look(await zipped('x.zip', folder('small-model/')))).name).toBe('small-model');
    expect((await look(await zipped('packed.zip', folder('')))).name).toBe('packed');
  });

  it('that is broken says which file, and keeps nothing', async () => {
    const broken = [{ path: 'm.zip', file: new Blob(['no archive']) }];
    await expect(look(broken)).rejects.toMatchObject({
      code: 'files-unfit',
      message: expect.stringContaining('m.zip') as string,
    });
    const archive = await zipped('m.zip', folder('m/'));
    const choice = choiceOf(await look(archive));
    const bytes = Buffer.from(await archive[0]!.file.arrayBuffer());
    const start = bytes.indexOf(WEIGHTS) + 1000;
    bytes.fill(0, start, start + 100);
    await expect(keep([{ path: 'm.zip', file: new Blob([bytes]) }], choice)).rejects.toThrow('m.zip');
    await nothingKept();
  });
});

describe('what is no repository that can be used', () => {
  it('is told with what to pick', async () => {
    expect(await refusal([])).toContain('There is no config.json');
    const texts = await zipped('texts.zip', [{ path: 'a.txt', file: new Blob(['a']) }]);
    expect(await refusal(texts)).toMatch(/There is no config.json.*Pick the folder that has config.json/);
  });

  it('is more than one, which are named', async () => {
    expect(await refusal([...folder('models/a/'), ...folder('models/b/')])).toContain(
      'There are several model repositories (models/a and models/b)',
    );
  });

  it('has pointers of Git LFS in the place of the weights', async () => {
    const pointer = lfsPointer(contentOf(WEIGHTS));
    const clone = folder('clone/', { [WEIGHTS]: pointer, 'onnx/model.onnx': pointer });
    expect(await refusal(clone)).toContain('git lfs pull');
  });

  it('has a pointer of Git LFS in the place of the tokenizer', async () => {
    const pointer = lfsPointer(Buffer.alloc(20_000_000));
    expect(await refusal(folder('clone/', { 'tokenizer.json': pointer }))).toContain(
      'an error page: tokenizer.json. Run “git lfs pull”',
    );
  });

  it('lost a file, or got a pointer for it, after it was looked at', async () => {
    const choice = choiceOf(await look(folder('m/')));
    const less = folder('m/').filter(({ path }) => !path.endsWith(WEIGHTS));
    await expect(said(keep(less, choice))).rejects.toThrow(`${WEIGHTS}: missing now`);
    const pointer = folder('m/', { [WEIGHTS]: lfsPointer(contentOf(WEIGHTS)) });
    await expect(keep(pointer, choice)).rejects.toMatchObject({ code: 'model-refused' });
    await nothingKept();
  });

  it('has a file that cannot be read to its end: nothing is kept of all that was before', async () => {
    const files = folder('m/');
    const choice = choiceOf(await look(files));
    class Torn extends Blob {
      override slice(...range: Parameters<Blob['slice']>) {
        const part = super.slice(...range);
        part.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotReadableError'));
        return part;
      }
    }
    const torn = files.map((source) =>
      source.path.endsWith('tokenizer_config.json') ? { ...source, file: new Torn([source.file]) } : source,
    );
    await expect(keep(torn, choice)).rejects.toMatchObject({ code: 'files-unfit' });
    expect(await listModels(db)).toEqual([]);
    await nothingKept();
  });
});
