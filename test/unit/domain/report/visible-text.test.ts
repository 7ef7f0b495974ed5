import { expect, it } from 'vitest';
import { visibleText } from '../../../../src/domain/report/visible-text';

it('shows every character that hides or reorders others', () => {
  expect(visibleText('a\u202eb\u0000c\u001b[31m\u200b\n\t\u2028\ufeff\uffff')).toBe(
    'a⟨U+202E⟩b⟨U+0000⟩c⟨U+001B⟩[31m⟨U+200B⟩⟨U+000A⟩⟨U+0009⟩⟨U+2028⟩⟨U+FEFF⟩⟨U+FFFF⟩',
  );
  expect(visibleText('\ud800x\u{e0041}')).toBe('⟨U+D800⟩x⟨U+E0041⟩');
});

it('leaves text of any script as it is', () => {
  for (const text of ['半導体 🙂', 'שלום', 'naïve <b>', '']) expect(visibleText(text)).toBe(text);
});

it('cuts a long text and says how long it is', () => {
  expect(visibleText('x'.repeat(1_000_000))).toBe(`${'x'.repeat(200)}… (1000000 characters)`);
  expect(visibleText('🙂🙂', 3)).toBe('🙂⟨U+D83D⟩… (4 characters)');
});
