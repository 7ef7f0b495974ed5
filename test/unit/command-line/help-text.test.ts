import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { EXAMPLES, helpText, OPTION_NAMES, OPTIONS } from '../../../src/command-line/options';
import { readArguments } from '../../../src/command-line/read-arguments';

describe('helpText', () => {
  it('has every option once, in groups, and fits the terminal', () => {
    for (const width of [60, 80, 120]) {
      const lines = helpText(width).split('\n');
      for (const name of OPTION_NAMES)
        expect(lines.filter((line) => new RegExp(`^  (-h, )?--${name}( |$)`).test(line))).toHaveLength(1);
      const options = lines.slice(lines.indexOf('What is read:'), lines.indexOf('Examples:'));
      // A title and a value may be longer than a narrow terminal; no text is.
      expect(options.filter((line) => line.startsWith('    ') && line.length > Math.max(64, width))).toEqual([]);
    }
  });

  it('has examples that can be read', () => {
    expect(Object.keys(EXAMPLES).length).toBeGreaterThanOrEqual(6);
    for (const command of Object.keys(EXAMPLES)) {
      const [program, ...args] = command.split(' ');
      expect([program, readArguments(args)]).toMatchObject(['hitrate', { ok: true }]);
    }
  });
});

describe('docs/command-line.md', () => {
  const page = readFileSync('docs/command-line.md', 'utf8').replace(/ +\|/g, ' |').replace(/\| +/g, '| ');

  it('has every option in the words of the help', () => {
    for (const [name, { about, ...option }] of Object.entries(OPTIONS)) {
      const value = 'value' in option ? ` ${option.value.replaceAll('|', '\\|')}` : '';
      expect(page).toContain(`| \`--${name}${value}\` | ${about} |`);
    }
  });

  it('has every example of the help', () => {
    for (const command of Object.keys(EXAMPLES)) expect(page).toContain(command.replace(/^hitrate /, 'npx hitrate '));
  });
});
