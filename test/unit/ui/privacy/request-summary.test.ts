import { describe, expect, it } from 'vitest';
import type { ObservedBy } from '../../../../src/contract/privacy';
import { summarise } from '../../../../src/ui/privacy/request-summary';

const HERE = 'https://docs.example.org';
const seen = (by: string, ...urls: string[]): ObservedBy => ({
  by,
  requests: urls.map((url) => ({ url, bytes: 10 })),
  refused: [],
  missed: 0,
});

describe('summarise', () => {
  it('tells requests to the own origin from all others, and who made them', () => {
    const summary = summarise(
      [
        seen('page', `${HERE}/a.js`, 'https://tracker.example.org/x', `${HERE}/b.js`),
        seen('embedding', `${HERE}/model.onnx`, 'https://tracker.example.org/y'),
      ],
      HERE,
    );
    expect(summary.own).toEqual({ count: 3, bytes: 30 });
    expect(summary.ownBy).toEqual([
      { by: 'page', count: 2, bytes: 20 },
      { by: 'embedding', count: 1, bytes: 10 },
    ]);
    expect(summary.elsewhere).toEqual([
      { origin: 'https://tracker.example.org', by: ['page', 'embedding'], count: 2, bytes: 20 },
    ]);
  });

  it.each([
    ['another port', 'https://docs.example.org:8443/'],
    ['another scheme', 'http://docs.example.org/'],
    ['a name that begins alike', 'https://docs.example.org.evil.example/'],
    ['the own name before an @', 'https://docs.example.org@evil.example/'],
    ['a web socket', 'wss://docs.example.org/'],
  ])('takes %s for another origin', (_, url) => {
    expect(summarise([seen('page', url)], HERE)).toMatchObject({ own: { count: 0 }, elsewhere: [{ count: 1 }] });
  });

  it('names an extension of the browser by its address, and leaves out what asks no network', () => {
    const asked = seen('page', 'moz-extension://3f2a/inject.js', 'data:text/plain,a', `blob:${HERE}/1`);
    expect(summarise([asked], HERE)).toMatchObject({
      own: { count: 0 },
      elsewhere: [{ origin: 'moz-extension://3f2a' }],
    });
  });

  it('counts the same refusal of one script, and not those of two as one', () => {
    const refused = { what: 'https://evil.example/', directive: 'connect-src' };
    const by = (name: string, ...attempts: (typeof refused)[]): ObservedBy => ({
      by: name,
      requests: [],
      refused: attempts,
      missed: 2,
    });
    const { refused: told, missed } = summarise(
      [by('page', refused, refused), by('embedding', refused, { ...refused, directive: 'img-src' })],
      HERE,
    );
    expect(told).toEqual([
      { ...refused, by: 'page', count: 2 },
      { ...refused, by: 'embedding', count: 1 },
      { ...refused, directive: 'img-src', by: 'embedding', count: 1 },
    ]);
    expect(missed).toBe(4);
  });
});
