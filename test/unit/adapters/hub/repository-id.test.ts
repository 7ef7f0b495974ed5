import { describe, expect, it } from 'vitest';
import { spoken } from '../../said';
import { hostOf, parseAddress, requireRevision } from '../../../../src/adapters/hub/hub';
import { HitrateError } from '../../../../src/contract/errors';

/** A failure with what a person reads of it. */
function inWords(task: () => unknown): void {
  try {
    task();
  } catch (error) {
    throw spoken(error);
  }
}

describe('the address of a repository', () => {
  it.each([
    ['Xenova/all-MiniLM-L6-v2', 'Xenova/all-MiniLM-L6-v2', null, null],
    ['  BAAI/bge-m3 ', 'BAAI/bge-m3', null, null],
    ['org/name@v1.0', 'org/name', 'v1.0', null],
    ['https://huggingface.co/org/name', 'org/name', null, 'https://huggingface.co'],
    ['https://huggingface.co/org/name/', 'org/name', null, 'https://huggingface.co'],
    ['https://huggingface.co/org/name/tree/main/onnx', 'org/name', 'main', 'https://huggingface.co'],
    [
      'https://huggingface.co/org/name/tree/main?not-for-all-audiences=true#x',
      'org/name',
      'main',
      'https://huggingface.co',
    ],
    [
      'https://huggingface.co/org/name/resolve/751bff3/onnx/model.onnx',
      'org/name',
      '751bff3',
      'https://huggingface.co',
    ],
    ['https://huggingface.co/org/name/tree/refs%2Fpr%2F3', 'org/name', 'refs/pr/3', 'https://huggingface.co'],
    ['https://huggingface.co/org/name/blob/refs/pr/3/config.json', 'org/name', 'refs/pr/3', 'https://huggingface.co'],
    ['https://huggingface.co/org/name/discussions', 'org/name', null, 'https://huggingface.co'],
    ['http://localhost:8080/org/name', 'org/name', null, 'http://localhost:8080'],
  ])('is read from %s', (text, repository, revision, host) => {
    expect(parseAddress(text)).toEqual({ repository, revision, host });
  });

  it.each([
    '',
    'name',
    'org/name/more',
    'org/..',
    '../name',
    'org/na..me',
    'org/name?x=1',
    'org/na me',
    'org/name@main@v2',
    'org/name@../x',
    'https://huggingface.co/name',
    'https://huggingface.co/org/name/tree/%E0%A4%A',
    'javascript:alert(1)',
    '<script>/x',
  ])('is not found in “%s”, and what is expected is told', (text) => {
    expect(() => parseAddress(text)).toThrow(HitrateError);
    expect(() => inWords(() => parseAddress(text))).toThrow(/as Xenova\/all-MiniLM-L6-v2|as main/);
  });

  it('may have a branch with slashes, and never a way out', () => {
    expect(requireRevision('refs/pr/3')).toBe('refs/pr/3');
    for (const text of ['', '/main', 'a//b', 'a/../b', 'a b', 'a?b', 'a#b'])
      expect(() => requireRevision(text)).toThrow();
  });
});

describe('the address of a host', () => {
  it('is an origin, with a path where the mirror is not at the root', () => {
    expect(hostOf('https://Models.Example.org/')).toBe('https://models.example.org');
    expect(hostOf('http://127.0.0.1:80/hf/?x#y')).toBe('http://127.0.0.1/hf');
  });

  it.each(['models.example.org', 'ftp://a', 'https://user:secret@a.org', 'data:text/plain,x'])('is not %s', (text) => {
    expect(() => inWords(() => hostOf(text))).toThrow('is no address of a model host');
  });
});
