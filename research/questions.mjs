/**
 * `npm run questions`: whether generated questions rank systems as real ones do. For each collection: Kendall's τ of twelve
 * systems between generated and real questions, beside that between halves of the real ones; the correlation of the
 * differences to BM25; the share of words shared with the passage; and the questions that were read and marked, if their
 * file is here. Figures of questions of the bundled models take minutes a collection; rerank scores are kept.
 *
 * Usage: node research/questions.mjs [COLLECTION …]                          all where none is named
 *        node research/questions.mjs --sample en|zh|ja                       prints the questions of the sample to be read
 *        node research/questions.mjs --generator baseline [COLLECTION …]     headings alone, without the mix
 */
import { ensureInstalled } from '../tools/install.mjs';

ensureInstalled();
const { createServer } = await import('vite');
// Not `runnerImport`, which ends before what is loaded when needed (formats, analyzers) is asked for.
const server = await createServer({
  configFile: false,
  logLevel: 'error',
  appType: 'custom',
  server: { middlewareMode: true, watch: null, ws: false },
  optimizeDeps: { noDiscovery: true },
});

const options = process.argv.slice(2);
const valueOf = (name) => (options.includes(name) ? options.splice(options.indexOf(name), 2)[1] : null);
const language = valueOf('--sample');
const generator = valueOf('--generator') ?? 'mix';
try {
  const { printSample, printStudy } = await server.ssrLoadModule('/research/question-study/report.ts');
  if (language) await printSample(language, console.log);
  else await printStudy(options, generator, console.log);
} finally {
  await server.close();
}
