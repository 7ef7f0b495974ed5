import { describe, expect, it, vi } from 'vitest';
import { parseAddress } from '../../../../src/adapters/hub/hub';
import { originOf } from '../../../../src/adapters/offline/model-hosts.js';
import { HitrateError } from '../../../../src/contract/errors';
import type { StoredModel, RepositoryLook } from '../../../../src/contract/models';
import { readRepository } from '../../../../src/domain/models/read-repository';
import { AirlockState, Rate } from '../../../../src/ui/airlock/airlock-state.svelte';
import type { AirlockPlace, AirlockPort, AirlockTarget } from '../../../../src/ui/airlock/port';

const files = [
  'config.json',
  'onnx/model.onnx',
  'onnx/model_quantized.onnx',
  'tokenizer.json',
  'tokenizer_config.json',
].map((path) => ({ path, bytes: 100 }));
const texts = new Map([
  ['config.json', '{"model_type": "bert", "architectures": ["BertModel"], "hidden_size": 64}'],
  ['tokenizer_config.json', '{}'],
]);

const looked = (repository: string, revision: string): RepositoryLook => ({
  host: 'https://huggingface.co',
  repository,
  revision,
  commit: 'c0ffee',
  files,
  offer: readRepository(files, texts, repository),
});

function make(place: Partial<AirlockPlace> = {}, port: Partial<AirlockPort> = {}) {
  const asked: string[] = [];
  const gone: AirlockTarget[] = [];
  const state = new AirlockState(
    {
      parseAddress,
      look: (repository, revision) => {
        asked.push(`${repository}@${revision}`);
        return Promise.resolve(looked(repository, revision));
      },
      download: (_, choice) => Promise.resolve({ name: choice.name } as StoredModel),
      resume: () => Promise.reject(new Error('not asked here')),
      begun: () => Promise.resolve([]),
      forget: () => Promise.resolve(),
      stored: () => Promise.resolve([]),
      onBlocked: () => undefined,
      ...port,
    },
    {
      repository: '',
      revision: 'main',
      host: 'https://huggingface.co',
      mirror: null,
      via: [],
      refused: [],
      reachable: [],
      policy: '',
      begin: false,
      originOf,
      addressOf: () => '',
      go: (target) => void gone.push(target),
      ...place,
    },
  );
  return { state, asked, gone };
}

it('says what keeps the database from being opened, until it is', async () => {
  let tell: Parameters<AirlockPort['onBlocked']>[0] = () => undefined;
  const { state } = make({}, { onBlocked: (listener) => (tell = listener) });
  tell({ code: 'storage-in-use', data: { database: 'models' } });
  expect(state.blocked).toMatch(/Close the other tabs/);
  tell(null);
  expect(state.blocked).toBeNull();
});

describe('the airlock', () => {
  it('asks nobody before the button is pressed, unless it was pressed before the page was loaded anew', async () => {
    const { state, asked } = make({ repository: 'a/b' });
    await state.start();
    expect(asked).toEqual([]);
    const again = make({ repository: 'a/b', begin: true });
    await again.state.start();
    expect(again.asked).toEqual(['a/b@main']);
    const refused = make({ repository: 'a/b', begin: true, refused: ['*'] });
    await refused.state.start();
    expect(refused.asked).toEqual([]);
  });

  it('takes repository, revision and mirror of an address that is pasted', async () => {
    const { state, asked, gone } = make();
    state.repository = 'https://huggingface.co/a/b/tree/v2';
    await state.look();
    expect(asked).toEqual(['a/b@v2']);
    expect([state.repository, state.revision, state.mirror]).toEqual(['a/b', 'v2', '']);
    state.repository = 'https://models.example.org/a/b';
    await state.look();
    expect(gone).toEqual([{ repository: 'a/b', revision: 'v2', mirror: 'https://models.example.org', via: [] }]);
    expect(asked, 'the policy of this page does not name that host').toHaveLength(1);
  });

  it('loads the page anew for hosts other than those of its address, and asks none', async () => {
    const { state, asked, gone } = make();
    state.repository = 'a/b';
    state.mirror = 'https://models.example.org/';
    state.via = 'https://cdn.example.org, https://cdn2.example.org';
    await state.look();
    const via = ['https://cdn.example.org', 'https://cdn2.example.org'];
    expect(gone).toEqual([{ repository: 'a/b', revision: 'main', mirror: 'https://models.example.org', via }]);
    expect(asked).toEqual([]);
  });

  it.each(['http://models.example.org', 'https://models.example.org/path', 'https://*', 'models.example.org'])(
    'refuses the mirror %s instead of asking the usual host',
    async (mirror) => {
      const { state, asked, gone } = make();
      state.repository = 'a/b';
      state.mirror = mirror;
      await state.look();
      expect(state.problem).toContain(mirror);
      expect([...asked, ...gone]).toEqual([]);
    },
  );

  it('keeps what was chosen when a download fails, so that the next one is the same', async () => {
    const failure = new HitrateError('download-failed', { code: 'download-gone', data: null });
    const download = vi
      .fn<AirlockPort['download']>(() => Promise.resolve({ name: 'b' } as StoredModel))
      .mockRejectedValueOnce(failure);
    const { state } = make({}, { download });
    state.repository = 'a/b';
    await state.look();
    if (state.phase.at !== 'offer' || !state.phase.form) throw new Error('nothing is offered');
    const { form } = state.phase;
    form.take(1);
    form.set({ pooling: 'cls' });
    await state.download(form.choice!);
    expect(state.problem).toContain('was deleted or is done');
    expect(state.phase).toMatchObject({ at: 'offer', form });
    await state.download(form.choice!);
    expect(state.phase.at).toBe('done');
    expect(state.problem).toBeNull();
    const [first, second] = download.mock.calls.map(([, choice]) => choice);
    expect(second).toEqual(first);
    expect(second!.reading).toMatchObject({ pooling: 'cls', weights: { path: form.offer.weights[1]!.path } });
  });

  it('shows the policy of the server as the reason, whatever else refused', () => {
    const { state } = make();
    state.refuse({ asked: 'https://huggingface.co', by: 'server' });
    state.refuse({ asked: 'https://huggingface.co', by: 'address' });
    expect(state.refusal?.by).toBe('server');
  });
});

describe('Rate', () => {
  it('is of the last five seconds, not of the whole download', () => {
    const rate = new Rate();
    for (let second = 0; second <= 10; second++) rate.add(second * 1000, second * 1000);
    let last: number | null = null;
    for (let second = 11; second <= 16; second++) last = rate.add(second * 1000, 10_000);
    expect(last).toBe(0);
  });

  it('counts nothing of what was there before, and begins anew with a file that does', () => {
    const rate = new Rate();
    rate.add(0, 1_000_000);
    expect(rate.add(2000, 1_000_200)).toBe(100);
    expect(rate.add(3000, 0)).toBeNull();
    expect(rate.add(4000, 500)).toBe(500);
  });
});
