import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/**
 * What a content security policy does not stop, and what would bring a document's own markup to life. A word in a comment
 * counts too: the rule is that no source has them.
 */
const FORBIDDEN: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['WebRTC', /RTC(?:PeerConnection|DataChannel)|webkitRTC/],
  ['WebTransport', /\bWebTransport\b/],
  ['a window that is opened', /\b(?:window|self|globalThis|top|parent)\.open\(|(?<![\w.#>])open\(\s*[`'"]/],
  [
    'a page that is left',
    /\blocation\s*(?:\.href\s*)?=(?!=)|\blocation\.(?:assign|replace)\(|\bnavigation\.navigate\(/,
  ],
  ['a form that is sent', /<form[^>]*\baction=|\.requestSubmit\(|\.submit\(\)/],
  [
    'markup out of text',
    /\{@html\b|\b(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write|createContextualFragment/,
  ],
  ['parsing that makes elements', /\bDOMParser\b|setHTMLUnsafe|parseHTMLUnsafe|\bsrcdoc\b/],
  ['a hint to connect', /preconnect|dns-prefetch|prerender|speculationrules/],
  ['text run as code', /\beval\(|new Function\(/],
  ['a beacon', /sendBeacon|\bping=/],
];

/** The same of components alone: elsewhere a type may look like an element. */
const IN_MARKUP: typeof FORBIDDEN = [
  ['an element that loads', /<(?:iframe|object|embed|base|meta|script\s[^>]*src)\b/],
  ['a link to another site', /\bhref=["'{`]+(?:\w+:)?\/\//],
];

/** Sources that need one of these, and why. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  // The airlock opens itself anew, with the mirror in its own address.
  'src/airlock/place.ts': 'a page that is left',
};

const problemsOf = (source: string, file = 'a.svelte'): string[] =>
  [...FORBIDDEN, ...(file.endsWith('.svelte') ? IN_MARKUP : [])]
    .filter(([, pattern]) => pattern.test(source))
    .map(([name]) => name);

function sources(root: string): string[] {
  return ['src', 'workers'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(ts|js|svelte)$/.test(file))
      .map((file) => `${folder}/${file.replaceAll('\\', '/')}`),
  );
}

describe('the sources', () => {
  const root = join(import.meta.dirname, '../..');

  it('hold no way out that a policy does not stop, and nothing that brings a document to life', () => {
    const files = sources(root);
    expect(files).toContain('src/ui/documents/DocumentsTab.svelte');
    const found = files.flatMap((file) =>
      problemsOf(readFileSync(join(root, file), 'utf8'), file)
        .filter((name) => EXCEPTIONS[file] !== name)
        .map((name) => `${file}: ${name}`),
    );
    expect(found).toEqual([]);
  });
});

describe('the rule', () => {
  it.each([
    ['new RTCPeerConnection()', 'WebRTC'],
    ['window.open(url)', 'a window that is opened'],
    ["open('https://example.org')", 'a window that is opened'],
    ['location.href = `https://example.org/?${text}`', 'a page that is left'],
    ['window.location = url', 'a page that is left'],
    ['location.replace(url)', 'a page that is left'],
    ['<form action="https://example.org">', 'a form that is sent'],
    ['<p>{@html text}</p>', 'markup out of text'],
    ['element.innerHTML = text', 'markup out of text'],
    ["new DOMParser().parseFromString(text, 'text/html')", 'parsing that makes elements'],
    ['<iframe src={url}></iframe>', 'an element that loads'],
    ['<a href="https://example.org">', 'a link to another site'],
    ['<a href={`//example.org/${text}`}>', 'a link to another site'],
    ['<link rel="preconnect" href={url} />', 'a hint to connect'],
    ['new Function(text)', 'text run as code'],
    ['navigator.sendBeacon(url, text)', 'a beacon'],
  ])('finds %s', (source, name) => {
    expect(problemsOf(source)).toContain(name);
  });

  it.each([
    'location.reload()',
    'location.origin === origin',
    'privacy.open',
    'dialog.showModal()',
    '<form class="row" onsubmit={go}>',
    '<a href="./">',
  ])('allows %s', (source) => {
    expect(problemsOf(source)).toEqual([]);
  });
});
