/**
 * `npm run evaluate -- <collection file or folder> …` or `<qrels> <run> …`: the same app without its screen. Runs the built site in headless
 * Chromium, prints the table and writes results.csv and results.json.
 *
 * Exit codes: 0 done, 2 bad input or arguments, 1 anything else.
 */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureInstalled } from './install.mjs';
import { serve } from './serve.mjs';
import { DIST, ensureBuilt } from './site.mjs';

const USAGE = `npm run evaluate -- <collection file or folder> [more files]
npm run evaluate -- <qrels> <run> [<run> …]
    [--systems bm25,embedding,…]   all six where none is named; runs are always evaluated
    [--measures nDCG@10,MAP,…]     instead of Hit Rate, MRR, precision, recall, F1 and nDCG at every k, and MAP
    [--k 1,2,3,4,5,10]
    [--relevance 1]                lowest grade that counts as relevant
    [--missing zero|skip]          questions without results: counted as 0 (RBPresidual: 1), or left out
    [--experiment file.json]       as the page exports it: run as it is, instead of all of the above
    [--split test]                 which judgments, where there are several
    [--out folder]                 where results.csv and results.json go; the current folder if absent`;

class BadInput extends Error {}

/** npm runs scripts in the project's folder; paths are meant from where the person stands. */
const here = process.env.INIT_CWD ?? process.cwd();

function readArguments() {
  let parsed;
  try {
    parsed = parseArgs({
      allowPositionals: true,
      options: {
        systems: { type: 'string' },
        k: { type: 'string' },
        measures: { type: 'string' },
        relevance: { type: 'string' },
        missing: { type: 'string' },
        experiment: { type: 'string' },
        split: { type: 'string' },
        out: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new BadInput(`${error.message}\n${USAGE}`);
  }
  const { values, positionals } = parsed;
  if (values.help) {
    console.log(USAGE);
    process.exit(0);
  }
  if (positionals.length === 0) throw new BadInput(`No collection was named.\n${USAGE}`);
  const ks = values.k?.split(',').map((text) => Number(text.trim()));
  if (ks?.some((k) => !Number.isInteger(k) || k < 1))
    throw new BadInput(`--k takes whole numbers from 1, separated by commas, not “${values.k}”.`);
  const relevance = values.relevance === undefined ? undefined : Number(values.relevance.trim());
  if (relevance !== undefined && (!Number.isInteger(relevance) || relevance < 1))
    throw new BadInput(`--relevance takes a whole number from 1, not “${values.relevance}”.`);
  if (values.missing !== undefined && !['zero', 'skip'].includes(values.missing))
    throw new BadInput(`--missing takes “zero” or “skip”, not “${values.missing}”.`);
  const chosen = ['systems', 'k', 'measures', 'relevance', 'missing'].filter((name) => values[name] !== undefined);
  if (values.experiment !== undefined && chosen.length > 0)
    throw new BadInput(`--experiment holds all that is run, so --${chosen[0]} cannot stand beside it.`);
  return {
    paths: positionals.map((path) => resolve(here, path)),
    out: resolve(here, values.out ?? '.'),
    options: {
      ...(values.systems ? { systems: values.systems.split(',').map((id) => id.trim()) } : {}),
      ...(ks ? { ks } : {}),
      ...(values.experiment !== undefined ? { experiment: textOf(resolve(here, values.experiment)) } : {}),
      ...(values.split ? { split: values.split } : {}),
      ...(values.measures !== undefined ? { measures: values.measures } : {}),
      ...(relevance !== undefined ? { relevance } : {}),
      ...(values.missing ? { missing: values.missing } : {}),
    },
  };
}

function textOf(path) {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats?.isFile()) throw new BadInput(`${path}: there is no such file.`);
  return readFileSync(path, 'utf8');
}

/** Every file below the given paths, with its path as the page would see it. */
function listFiles(paths) {
  return paths.flatMap((path) => {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats) throw new BadInput(`${path}: there is no such file or folder.`);
    if (!stats.isDirectory()) return [{ file: path, path: basename(path) }];
    return (
      readdirSync(path, { recursive: true })
        .map((name) => join(path, name))
        // Through links too: caches of collections are full of them.
        .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile())
        .map((file) => ({ file, path: relative(dirname(path), file).split(sep).join('/') }))
    );
  });
}

/** Opens the app in a fresh profile; the files go in by a file input, which has no limit of size. */
async function evaluate(url, files, options) {
  const { chromium } = await import('@playwright/test');
  const { BROWSER_ARGS, ensureBrowser } = await import('./browser.mjs');
  const executablePath = await ensureBrowser();
  if (!executablePath) throw new Error('There is no Chromium to run the app in.');
  const browser = await chromium.launch({ executablePath, args: BROWSER_ARGS });
  try {
    const context = await browser.newContext({ serviceWorkers: 'block' });
    const page = await context.newPage();
    await page.exposeFunction('hitrateProgress', showProgress);
    await page.goto(url);
    await page.waitForFunction(() => 'hitrate' in globalThis || document.getElementById('app').textContent !== '');
    if (!(await page.evaluate(() => 'hitrate' in globalThis)))
      throw new Error(await page.evaluate(() => document.getElementById('app').textContent));
    const input = await page.evaluateHandle(() => {
      const element = document.createElement('input');
      element.type = 'file';
      element.multiple = true;
      document.body.append(element);
      return element;
    });
    await input.setInputFiles(files.map(({ file }) => file));
    const paths = files.map(({ path }) => path);
    return await page.evaluate(
      ([element, names, chosen]) =>
        globalThis.hitrate.evaluate(
          [...element.files].map((file, i) => ({ path: names[i], file })),
          chosen,
          globalThis.hitrateProgress,
        ),
      [input, paths, options],
    );
  } finally {
    await browser.close();
  }
}

/** A line that rewrites itself on a terminal; elsewhere, as in a log, one a stage and then one every few seconds. */
const EVERY_MS = 5000;
let shown = { stage: '', at: 0 };
function showProgress(line) {
  if (line === '') return;
  if (process.stderr.isTTY) {
    process.stderr.write(`\r\u001b[2K${line}`);
    return;
  }
  const stage = line.replace(/\d+\/\d+.*/, '');
  if (stage === shown.stage && Date.now() - shown.at < EVERY_MS) return;
  shown = { stage, at: Date.now() };
  console.error(line);
}

async function main() {
  const { paths, out, options } = readArguments();
  const files = listFiles(paths);
  if (files.length === 0) throw new BadInput('There is no file in that folder.');
  ensureInstalled();
  ensureBuilt();
  const server = await serve(DIST);
  try {
    const outcome = await evaluate(server.url, files, options);
    if (process.stderr.isTTY) process.stderr.write('\r\u001b[2K');
    if (!outcome.ok) throw new BadInput(outcome.problems.join('\n'));
    for (const warning of outcome.warnings) console.error(`note: ${warning}`);
    console.log(outcome.table);
    mkdirSync(out, { recursive: true });
    for (const [name, text] of Object.entries(outcome.files)) writeFileSync(join(out, name), text);
    console.error(`Written to ${out}: ${Object.keys(outcome.files).join(', ')}`);
  } finally {
    await server.close();
  }
}

try {
  await main();
} catch (error) {
  console.error(error instanceof BadInput ? error.message : `The evaluation failed: ${error.message}`);
  process.exitCode = error instanceof BadInput ? 2 : 1;
}
