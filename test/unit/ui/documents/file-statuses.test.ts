import { describe, expect, it } from 'vitest';
import type { FileReport, FileStatus } from '../../../../src/domain/documents/file-report';
import { statusCounts, tellingFirst } from '../../../../src/ui/documents/document-texts';

const report = (path: string, status: FileStatus, message: string | null = null): FileReport => ({
  path,
  format: 'text',
  status,
  bytes: 1,
  hash: '',
  docs: 1,
  characters: 1,
  encoding: null,
  message,
});

describe('reports of files', () => {
  const files = [report('a', 'read'), report('b', 'broken', 'Why'), report('c', 'read', 'Note'), report('d', 'read')];

  it('are counted by status', () => {
    expect(statusCounts(files)).toEqual([
      { status: 'read', count: 3 },
      { status: 'broken', count: 1 },
    ]);
  });

  it('begin with what was not read, then what has something to tell', () => {
    expect(tellingFirst(files).map(({ path }) => path)).toEqual(['b', 'c', 'a', 'd']);
  });
});
