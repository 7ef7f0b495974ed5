import { describe, expect, it } from 'vitest';
import { parseAddress } from '../../../../src/adapters/hub/hub';
import { HitrateError } from '../../../../src/contract/errors';

describe('the address of a repository', () => {
  it.each([
    ['Xenova/all-MiniLM-L6-v2', 'Xenova/all-MiniLM-L6-v2', null, null],
    ['  BAAI/bge-m3 ', 'BAAI/bge-m3', null, null],
    ['org/name@v1.0', 'org/name', 'v1.0', null],
    ['https://huggingface.co/org/name', 'org/name', null, 'https://huggingface.co'],
    ['https://huggingface.co/org/name/', 'org/name', null, 'https://huggingface.co'],
    ['https://huggingface.co/org/name/tree/main/onnx', 'org/name', 'main', 'https://huggingface.co'],
    ['https://huggingface.co/org/name/tree/main?x=true#x', 'org/name', 'main', 'https://huggingface.co'],
    ['https://huggingface.co/org/name/resolve/751bff3/model.onnx', 'org/name', '751bff3', 'https://huggingface.co'],
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
    'org/name@main@v2',
    'org/name@../x',
    'org/name@',
    'org/name@a//b',
    'org/name@a?b',
    'https://huggingface.co/name',
    'https://huggingface.co/org/name/tree/%E0%A4%A',
    'javascript:alert(1)',
  ])('is not found in “%s”', (text) => {
    expect(() => parseAddress(text)).toThrow(HitrateError);
  });
});
