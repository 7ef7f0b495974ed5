/**
 * Prints, as JSON, the simplified form of each traditional Chinese and Japanese (shinjitai) character, from the tables of
 * OpenCC (Apache-2.0). Rows of the models' tables are shared by these forms.
 */
import shinjitai from 'opencc-js/dict/JPShinjitaiCharacters';
import simplified from 'opencc-js/dict/TSCharacters';
import taiwan from 'opencc-js/dict/TWVariantsRev';

const table = (text) => new Map(text.split('|').map((entry) => entry.split(' ').slice(0, 2)));
const steps = [shinjitai, taiwan, simplified].map(table);
const simple = steps[2];
/** A character that is itself traditional is not first taken for a Japanese form of another. */
const canonical = (character) =>
  simple.get(character) ?? steps.reduce((form, step) => step.get(form) ?? form, character);

const forms = {};
for (const step of steps)
  for (const character of step.keys()) {
    const form = canonical(character);
    if (form !== character && [...form].length === 1) forms[character] = form;
  }
console.log(JSON.stringify(forms));
