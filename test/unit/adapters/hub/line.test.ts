import { describe, expect, it } from 'vitest';
import { listDownloads, listModels } from '../../../../src/adapters/model-store/store';
import {
  WEIGHTS,
  client,
  context,
  requestsFor,
  isWhole,
  nothingKept,
  db,
  server,
  steps,
  download,
} from './downloading';
import { ID, LARGE } from './repository';

describe('a line that is cut', () => {
  it('is tried again from where it was cut', async () => {
    server.order(ID, WEIGHTS, { kind: 'cut', at: 100_000, times: 2 });
    await download();
    expect(await isWhole()).toBe(true);
    const ranges = requestsFor('files').map(({ range }) => range);
    expect(ranges).toHaveLength(3);
    expect(ranges[0]).toBeNull();
    expect(ranges.slice(1).every((range) => /^bytes=[1-9]\d*-$/.test(range ?? ''))).toBe(true);
  });

  it('ends the download after the third time; what came is kept, is no model, and is not sent again', async () => {
    server.order(ID, WEIGHTS, { kind: 'cut', at: 60_000, times: 3 });
    await expect(download()).rejects.toMatchObject({
      code: 'download-failed',
      message: expect.stringMatching(
        /was cut or stood still while onnx\/model_quantized.onnx.*resumes from there next time/,
      ) as string,
    });
    expect(await listModels(db)).toEqual([]);
    const [begun] = await listDownloads(db);
    const kept = begun!.files.find(({ path }) => path === WEIGHTS)!.done;
    expect(kept).toBeGreaterThan(0);
    server.mend();
    const model = await client().resume(db, begun!.id, context());
    expect(server.requests.filter(({ from }) => from === 'files')).toMatchObject([
      { range: `bytes=${kept}-`, status: 206, sent: LARGE - kept },
    ]);
    expect(await listModels(db)).toEqual([model]);
    expect(await isWhole()).toBe(true);
    expect(steps.at(-1)?.done).toBe(steps.at(-1)?.bytes);
  });
});

describe('a line on which nothing comes any more', () => {
  const impatient = () => client(fetch, { patience: 600 });

  it('is taken for one that is cut, and the file goes on from there', async () => {
    server.order(ID, WEIGHTS, { kind: 'stall', at: 100_000, times: 2 });
    await download(impatient());
    expect(await isWhole()).toBe(true);
    expect(requestsFor('files').map(({ status }) => status)).toEqual([200, 206, 206]);
  });

  it('is told where not even an answer comes', async () => {
    server.order(ID, WEIGHTS, { kind: 'stall', at: 0, times: 9 });
    await expect(download(impatient())).rejects.toThrow(
      /could not be reached for onnx\/model_quantized.onnx of .*nothing has come for a minute/,
    );
    await nothingKept();
  });

  it('is not what a slow line is: each byte begins the time anew', async () => {
    server.order(ID, WEIGHTS, { kind: 'slow', bytesPerSecond: 300_000 });
    await download(impatient());
    expect(requestsFor('files')).toHaveLength(1);
  });
});
