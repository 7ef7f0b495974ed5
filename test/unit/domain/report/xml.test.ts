import { expect, it } from 'vitest';
import { xmlText } from '../../../../src/domain/report/xml';

it('is text in an element and in an attribute', () => {
  expect(xmlText(`<a href="x">'&amp;'</a>]]>`)).toBe(
    '&lt;a href=&quot;x&quot;&gt;&apos;&amp;amp;&apos;&lt;/a&gt;]]&gt;',
  );
});

it('has no character that XML cannot hold', () => {
  expect(xmlText('a\u0000\u000b\ud800\ufffe\nb')).toBe('a⟨U+0000⟩⟨U+000B⟩⟨U+D800⟩⟨U+FFFE⟩⟨U+000A⟩b');
});
