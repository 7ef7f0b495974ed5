import { describe, expect, it } from 'vitest';
import { ProgressLine } from '../../../src/command-line/progress-line';
import type { CommandStep } from '../../../src/ui/command-line/command-progress';

function written(isTTY: boolean, steps: readonly (readonly [at: number, step: Partial<CommandStep>])[]): string[] {
  let now = 0;
  const texts: string[] = [];
  const line = new ProgressLine({ write: (text) => texts.push(text), isTTY, columns: 40 }, () => now);
  for (const [at, step] of steps) {
    now = at;
    line.show({ text: 'Reranking', stage: 'rerank', secondsLeft: null, ...step });
  }
  line.clear();
  return texts;
}

describe('ProgressLine', () => {
  it('rewrites one line of a terminal, with the time left', () => {
    expect(
      written(true, [
        [0, { secondsLeft: [170, 230] }],
        [1, { text: 'x'.repeat(99) }],
      ]),
    ).toEqual(['\r\u001b[2KReranking · 2 to 4 min left', `\r\u001b[2K${'x'.repeat(38)}…`, '\r\u001b[2K']);
  });

  it('writes a line a stage in a log, then one now and then, and none of what takes a moment', () => {
    const lines = written(false, [
      [0, { text: 'a', stage: 'a' }],
      [100, { text: 'b', stage: 'b' }],
      [600, { text: 'c 1', stage: 'c', secondsLeft: [0.1, 0.5] }],
      [5000, { text: 'c 2', stage: 'c' }],
      [15_600, { text: 'c 3', stage: 'c' }],
      [16_200, { text: '', stage: 'd' }],
    ]);
    expect(lines).toEqual(['a\n', 'c 1\n', 'c 3\n']);
  });
});
