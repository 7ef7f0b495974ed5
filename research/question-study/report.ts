import { mean } from '../../src/domain/measures/score';
import { studyCollections } from './collections';
import { madeQuestions, type QuestionGenerator } from './made';
import { openEmbedding, openReranker } from './networks';
import { drawnSample, keyOf, wellFormed } from './sample';
import {
  agreementOf,
  generatedQuestions,
  meansOf,
  realQuestions,
  sharedWords,
  splitHalfTau,
  type SystemValues,
  valuesOf,
} from './study';
import { openSystems, STUDY_SYSTEMS } from './systems';

type Print = (line: string) => void;
const figure = (value: number): string =>
  value
    .toFixed(3)
    .replace(/^(-?)0/, '$1')
    .padStart(7);
const row = (name: string, values: readonly number[]): string => name.padEnd(24) + values.map(figure).join('');

/** Prints the table of a generator over the collections of these names; over all of them where none is given. */
export async function printStudy(names: readonly string[], generator: QuestionGenerator, print: Print): Promise<void> {
  const networks = { embed: await openEmbedding(), reranker: await openReranker() };
  const found: { tau: number; splitHalf: number; differences: number; shared: number }[] = [];
  for (const collection of await studyCollections(names)) {
    const search = await openSystems(collection.docs, networks);
    const real = realQuestions(collection);
    const realValues = await valuesOf(search, real);
    const made = madeQuestions(collection, generator);
    const asked = generatedQuestions(made);
    const values = await valuesOf(search, asked);
    const agreement = agreementOf(values, realValues);
    const shared = sharedWords(asked, collection.docs);
    found.push({ ...agreement, shared });
    print(`\n${collection.name}: ${real.texts.length} real questions, ${made.length} generated`);
    print(row('τ, split half, ratio', [agreement.tau, agreement.splitHalf, agreement.tau / agreement.splitHalf]));
    print(row('differences, shared', [agreement.differences, shared, sharedWords(real, collection.docs)]));
    print(`${''.padEnd(24)}${STUDY_SYSTEMS.map((id) => ` ${id.slice(-6)}`).join('')}`);
    print(row('real', meansOf(realValues)));
    print(row('generated', meansOf(values)));
    for (const origin of new Set(made.map((each) => each.origin))) {
      const own = [...made.keys()].filter((i) => made[i]!.origin === origin);
      const part: SystemValues = values.map((all) => Float64Array.from(own, (i) => all[i]!));
      print(row(`  ${origin} (${own.length})`, meansOf(part)));
    }
    print(`  split half of the generated: ${figure(splitHalfTau(values))}`);
  }
  const meanOf = (of: (each: (typeof found)[number]) => number): number => mean(found.map(of));
  print(`\nOver ${found.length} collections:`);
  print(row('τ, lowest', [meanOf(({ tau }) => tau), Math.min(...found.map(({ tau }) => tau))]));
  print(row('split half, ratio', [meanOf((f) => f.splitHalf), meanOf((f) => f.tau / f.splitHalf)]));
  print(row('differences, shared', [meanOf((f) => f.differences), meanOf((f) => f.shared)]));
  if (generator === 'mix')
    for (const { language, marked, share, stale } of wellFormed(await studyCollections()))
      print(
        `well formed, ${language}: ${(100 * share).toFixed(0)} % of ${marked}${stale > 0 ? `; ${stale} changed since` : ''}`,
      );
}

/** Prints the questions that are to be read in a language, each with the key by which its mark is kept. */
export async function printSample(language: string, print: Print): Promise<void> {
  for (const { collection, candidate } of drawnSample(await studyCollections(), language))
    print(`${keyOf(candidate.text)} ${collection} ${candidate.origin} ${candidate.text}`);
}
