/**
 * Letters beyond ASCII that are usual in a language written with the Latin alphabet, in lower case, by its code in ISO
 * 639-3. After the main exemplar characters of Unicode CLDR, with those of common loan words.
 */
export const LATIN_LETTERS: Readonly<Record<string, string>> = {
  cat: 'àçèéíïòóúü',
  ces: 'áčďéěíňóřšťúůýž',
  cym: 'âêîôûŵŷëïöü',
  dan: 'æøåéö',
  deu: 'äöüßé',
  // Of words that English took from other languages: café, façade, naïve, piñata, über.
  eng: 'éèêçïöüñàâ',
  est: 'äõöüšž',
  fin: 'äöåšž',
  fra: 'àâæçèéêëîïôœùûüÿ',
  hrv: 'čćđšž',
  hun: 'áéíóöőúüű',
  isl: 'áðéíóúýþæö',
  ita: 'àèéìîòù',
  lav: 'āčēģīķļņšūž',
  lit: 'ąčęėįšųūž',
  nld: 'éèëêïöüç',
  nor: 'æøåéòôê',
  pol: 'ąćęłńóśźż',
  por: 'ãáàâçéêíõóôúü',
  ron: 'ăâîșțşţ',
  slk: 'áäčďéíĺľňóôŕšťúýž',
  spa: 'áéíñóúü',
  sqi: 'çë',
  swe: 'åäöéàü',
  tur: 'çğıöşüâîû',
};

interface Alphabet {
  readonly letters: RegExp;
  /** The most frequent letters of each language: about four fifths of those of a text. */
  readonly frequent: readonly string[];
}

/** Other alphabets, by which letters are frequent: all letters of one code page are letters of another too. */
export const ALPHABETS: readonly Alphabet[] = [
  {
    letters: /\p{Script=Cyrillic}/u,
    // Russian, Ukrainian, Bulgarian, Serbian.
    frequent: ['оеаинтсрвлкмдпу', 'оаніиетрвслкудмп', 'аиоетнрсвлкдпмзъ', 'аиоенстрјкдвулмп'],
  },
  { letters: /\p{Script=Greek}/u, frequent: ['αοιετσνηρπκμλυςάίόέήδ'] },
  // Final forms are letters of their own.
  { letters: /\p{Script=Hebrew}/u, frequent: ['יוהלאמרתבשנםןדקחפ'] },
  { letters: /\p{Script=Arabic}/u, frequent: ['الينمروتبةعدسفهكقأحج'] },
  // Consonants, vowels and tone marks.
  { letters: /\p{Script=Thai}/u, frequent: ['านรกอเงลยมสวดทตบหค่้ัีิใแะ็ุข'] },
];
