import { failuresSection } from '../../../../src/ui/report/report-sections';
import { describe, expect, it } from 'vitest';
import { failuresOf, markupText } from '../../../../src/ui/report/report-parts';
import { attribute, elementsOf, textOf } from './html';
import { DIAGNOSIS, sampleParts } from './sample-parts';
import { docId } from '../../../../src/base/types';

const parts = sampleParts();

describe('the failures in a report', () => {
  it('have questions and passages on request, with their languages', () => {
    const texts = {
      question: () => '<b>什么</b>是窑？',
      passage: (id: string) => ({ id: id as never, title: 'Kilns', text: 'A kiln is an oven. '.repeat(100) }),
      retrievers: [],
    };
    const made = failuresSection({ ...parts, failures: failuresOf(DIAGNOSIS, texts), withTexts: true });
    const html = markupText(made!);
    const quotes = elementsOf(html).filter(({ tagName }) => tagName === 'blockquote');
    expect(quotes).toHaveLength(3);
    expect(textOf(quotes[0]!)).toContain('<b>什么</b>是窑？');
    expect(textOf(quotes[0]!)).toContain('Missed: just below k = 10.');
    expect(textOf(quotes[0]!).length).toBeLessThan(600);
    const languages = elementsOf(html).map((element) => attribute(element, 'lang'));
    expect(languages.filter((lang) => lang !== null)).toEqual(['zh', 'en', 'zh', 'en', 'zh']);
    expect(html).not.toContain('left out');
  });

  it('say so where nothing is missed, and nothing where nothing is known', () => {
    const none = { ...DIAGNOSIS, questions: DIAGNOSIS.questions.map((each) => ({ ...each, missed: [] })) };
    const html = markupText(failuresSection({ ...parts, failures: failuresOf(none, null) })!);
    expect(html).toContain('Nothing: all relevant passages are among its first 10.');
    expect(failuresSection(parts)).toBeNull();
  });
});

describe('what a system misses', () => {
  it('is counted by cause, the most frequent first, without a text', () => {
    const failures = failuresOf(DIAGNOSIS, null);
    expect(failures).toMatchObject({ targets: 6, missed: 3, questions: 3, affected: 2, k: 10, system: 'ensemble' });
    expect(failures.causes).toEqual([
      { cause: 'just-below-k', missed: 2, questions: 2, examples: [] },
      { cause: 'not-searched', missed: 1, questions: 1, examples: [] },
    ]);
  });

  it('has examples with texts, where those are asked for', () => {
    const { causes } = failuresOf(DIAGNOSIS, {
      question: (id) => `What is ${id}?`,
      passage: (id) => ({ id, title: 'T', text: `About ${id}` }),
      retrievers: [],
    });
    expect(causes[0]!.examples.map(({ question, passage }) => [question.text, passage?.text])).toEqual([
      ['What is one?', 'About a'],
      ['What is two?', 'About b'],
    ]);
    expect(causes[0]!.examples[0]!.why).toEqual({ title: 'just below k = 10', text: 'It has rank 12.' });
    expect(causes[1]!.examples[0]).toMatchObject({ passage: null, why: { title: 'not in the collection' } });
    // A question that was deleted since.
    const gone = failuresOf(DIAGNOSIS, { question: () => null, passage: () => null, retrievers: [] });
    expect(gone.causes[0]!.examples[0]!.question.text).toBe('');
  });

  it('has one example for a question that misses several passages by one cause, and two at most', () => {
    const [first] = DIAGNOSIS.questions;
    const again = { ...first!.missed[0]!, docs: [docId('d')], id: docId('d') };
    const questions = [{ ...first!, missed: [first!.missed[0]!, again] }, ...DIAGNOSIS.questions.slice(1)];
    const texts = { question: (id: string) => id, passage: () => null, retrievers: [] };
    const [cause] = failuresOf({ ...DIAGNOSIS, questions }, texts).causes;
    expect(cause).toMatchObject({ missed: 3, questions: 2 });
    expect(cause!.examples.map(({ question }) => question.id)).toEqual(['one', 'two']);
  });
});
