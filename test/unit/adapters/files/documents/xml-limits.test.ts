import { describe, expect, it } from 'vitest';
import { MAX_XML_DEPTH, xmlProblem } from '../../../../../src/adapters/files/documents/xml-limits';

describe('what of an XML text is counted', () => {
  it('is each element, open, closed or empty, and nothing in comments, CDATA and instructions', () => {
    const xml =
      '<?xml version="1.0"?><a><b x="1"/><!-- <c><c> --><![CDATA[<d><d>]]><e>1 < 2 &amp; &#10; &#x1F;</e></a>';
    expect(xmlProblem(xml, 3)).toBeNull();
    expect(xmlProblem(xml, 2)).toMatchObject({
      isLarge: true,
      why: expect.stringMatching(/more than 2 elements/) as string,
    });
  });

  it('is how deep they are, not how many follow each other', () => {
    const nested = (depth: number): string => '<a>'.repeat(depth) + '</a>'.repeat(depth);
    expect(xmlProblem(`<b>${(nested(MAX_XML_DEPTH - 1) + '<a/>').repeat(3)}</b>`)).toBeNull();
    expect(xmlProblem(`<b>${nested(MAX_XML_DEPTH)}</b>`)).toMatchObject({
      isLarge: false,
      why: expect.stringMatching(/nested more than 500 deep/) as string,
    });
  });

  it.each(['<a><!-- ', '<a><![CDATA[', '<?'])('ends with what is not closed: %s', (xml) => {
    expect(xmlProblem(`${xml}${'<a>'.repeat(1000)}`)).toBeNull();
  });

  it.each([
    ['<a>&nbsp;</a>', '“&nbsp;”'],
    ['<a b="&lol;"/>', '“&lol;”'],
    ['<!DOCTYPE a []><a/>', 'a document type'],
    ['<!doctype a><a/>', 'a document type'],
  ])('refuses %s', (xml, says) => {
    expect(xmlProblem(xml)?.why).toContain(says);
  });
});
