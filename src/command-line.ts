/** The command line, bundled for Node by `tools/evaluate.mjs`. */
export { runCommand } from './command-line/run-command';
