import { describe, expect, it } from 'vitest';
import type { LogEntry } from '../../../../src/adapters/model-store/schema';
import { downloadsOf } from '../../../../src/adapters/privacy/port';

const entry = (asked: string, answered: string | null, when: number, bytes: number): LogEntry => ({
  asked,
  answered,
  when,
  bytes,
  path: '/org/model/resolve/main/config.json',
  status: answered === null ? 0 : 200,
});

describe('downloadsOf', () => {
  it('groups by the host that was asked, tells who answered instead, and puts the last first', () => {
    const hub = 'https://huggingface.co';
    const mirror = 'https://models.example.org';
    expect(
      downloadsOf([
        entry(hub, hub, 5, 10),
        entry(hub, 'https://cdn.hf.co', 9, 500),
        entry(hub, 'https://cdn.hf.co', 7, 500),
        entry(mirror, null, 20, 0),
      ]),
    ).toEqual([
      { host: mirror, answeredBy: [], requests: 1, bytes: 0, first: 20, last: 20 },
      { host: hub, answeredBy: ['https://cdn.hf.co'], requests: 3, bytes: 1010, first: 5, last: 9 },
    ]);
  });

  it('has nothing to tell of an empty log', () => {
    expect(downloadsOf([])).toEqual([]);
  });
});
