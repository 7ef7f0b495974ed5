import { expect, it } from 'vitest';
import { readOne } from './make';

it.each([
  [
    'a.rst',
    '=====\nBells\n=====\n\n.. _place:\n.. told to\n   nobody\n\nOf bells.\n\n.. note:: Ring.\n\nTower\n=====\n\n| a |\n\nStep\n----\n',
    [
      [1, 'Bells'],
      [2, 'Tower'],
      [3, 'Step'],
    ],
    '=====\nBells\n=====\n\n\nOf bells.\n\n.. note:: Ring.\n\nTower\n=====\n\n| a |\n\nStep\n----\n',
  ],
  [
    'a.adoc',
    '= Bells\n:toc: left\n\n== Tower ==\n\n// kept: may be code\n',
    [
      [1, 'Bells'],
      [2, 'Tower'],
    ],
    '= Bells\n\n== Tower ==\n\n// kept: may be code\n',
  ],
  [
    'a.org',
    '#+TITLE: Bells\n#+OPTIONS: toc:nil\n** Foot\n* Tower\n:PROPERTIES:\n:ID: 1\n:END:\n** Step *bold*\n#+begin_src sh\n# run\n#+end_src\n',
    [
      [2, 'Foot'],
      [1, 'Tower'],
      [2, 'Step *bold*'],
    ],
    '** Foot\n* Tower\n** Step *bold*\n#+begin_src sh\n# run\n#+end_src\n',
  ],
  [
    'a.tex',
    '\\usepackage{x}\n\\title{Bells}\n\\begin{document}\n% note\n\\subsection{Foot} Write \\begin{document} and \\end{document}.\n\\section{Tower} 5\\% of\n\\subsection*{Step}\n\\end{document}\nrest',
    [
      [2, 'Foot'],
      [1, 'Tower'],
      [2, 'Step'],
    ],
    '\\subsection{Foot} Write \\begin{document} and \\end{document}.\n\\section{Tower} 5\\% of\n\\subsection*{Step}\n',
  ],
])('%s has its headings, and not what sets its pages', async (path, written, headings, text) => {
  const { doc } = await readOne(path, written);
  expect(doc).toMatchObject({ title: 'Bells', text });
  expect(doc.outline?.headings.map(({ level, text }) => [level, text])).toEqual(headings);
  for (const { start, text: heading } of doc.outline!.headings)
    expect(text.slice(start, start + 30)).toContain(heading);
});

it('a file of settings alone is empty', async () => {
  expect((await readOne('a.tex', '\\usepackage{x}\n\\begin{document}\n\\end{document}')).report.status).toBe('empty');
});
