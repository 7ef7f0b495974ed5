/**
 * ONNX Runtime for Node, which tests hold the bundled models against. It is 290 MB and no part of the app: `npm test`
 * installs it beside the packages, where there is none.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, run } from './install.mjs';

const VERSION = '1.30.0';
const FOLDER = join(ROOT, 'node_modules/.cache/onnxruntime-node', VERSION);

/** Where the package is, or null where it was not installed. */
export function onnxRuntimePath() {
  const path = join(FOLDER, 'node_modules/onnxruntime-node');
  return existsSync(join(path, 'package.json')) ? path : null;
}

/** @returns {boolean} whether it is there now */
export function ensureOnnxRuntime() {
  if (onnxRuntimePath()) return true;
  console.log('Installing ONNX Runtime for Node, for the tests …');
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, 'package.json'), '{ "private": true }\n');
  const args = ['install', '--no-fund', '--no-audit', '--ignore-scripts', `onnxruntime-node@${VERSION}`];
  return run('npm', args, { cwd: FOLDER, shell: process.platform === 'win32' });
}
