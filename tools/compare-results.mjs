/**
 * Compares every figure of two results: measures, values per question, and the statistics of every pair of systems. Shows
 * that a change of the code leaves figures as they were, or which of them it changes. Times and versions are left out.
 *
 * Usage: node tools/compare-results.mjs BEFORE AFTER   Two `results.json` of `npm run evaluate`, or two folders that hold
 * them under the same names. Exit code 1 where a figure differs or is missing.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const FILE = 'results.json';
/** Differences that are listed for each file; the rest are counted. */
const MAX_LISTED = 10;

/** Every `results.json` below a path, by its name below it. */
function resultsOf(path) {
  if (!statSync(path).isDirectory()) return new Map([['', path]]);
  const names = readdirSync(path, { recursive: true }).filter((name) => name.split(/[\\/]/).pop() === FILE);
  return new Map(names.sort().map((name) => [name, join(path, name)]));
}

/** Every figure of a result by its address, as `bm25 · perQuery · nDCG@10 · q1`. */
function figuresOf(path) {
  const { systems, comparisons = [] } = JSON.parse(readFileSync(path, 'utf8'));
  const figures = new Map();
  const collect = (address, value) => {
    if (typeof value !== 'object' || value === null) figures.set(address, value);
    else for (const [key, inner] of Object.entries(value)) collect(`${address} · ${key}`, inner);
  };
  for (const { id, measures, perQuery } of systems) collect(id, { measures, perQuery });
  for (const { measure, a, b, ...statistics } of comparisons) collect(`${a} against ${b} · ${measure}`, statistics);
  return figures;
}

/** Prints how two results differ. @returns {boolean} whether they are equal in every digit */
function compare(name, before, after) {
  const addresses = [...new Set([...before.keys(), ...after.keys()])];
  const changed = addresses.filter((address) => !Object.is(before.get(address), after.get(address)));
  console.log(`${name || FILE}: ${addresses.length} figures, ${changed.length} differ`);
  for (const address of changed.slice(0, MAX_LISTED))
    console.log(`  ${address}: ${before.get(address) ?? 'missing'} → ${after.get(address) ?? 'missing'}`);
  if (changed.length > MAX_LISTED) console.log(`  and ${changed.length - MAX_LISTED} more`);
  return addresses.length > 0 && changed.length === 0;
}

const [before, after] = process.argv.slice(2);
if (after === undefined) {
  console.error('Usage: node tools/compare-results.mjs BEFORE AFTER');
  process.exit(2);
}
const [old, current] = [resultsOf(before), resultsOf(after)];
const names = [...new Set([...old.keys(), ...current.keys()])];
const equal = names.map((name) => {
  if (old.has(name) && current.has(name)) return compare(name, figuresOf(old.get(name)), figuresOf(current.get(name)));
  console.log(`${name}: only in ${old.has(name) ? before : after}`);
  return false;
});
process.exitCode = names.length > 0 && equal.every(Boolean) ? 0 : 1;
