import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const EVERY = 150;
/** Of Linux on all usual machines. */
const TICKS = 100;

/**
 * Runs a command to its end. @returns processor time of it and all it started, the most memory that they held together
 * (pages that several share once), NaN without `/proc`, and what it printed @throws where it fails
 */
export async function processTree(command, args, env) {
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  child.stdout.on('data', (text) => (printed += text));
  const seconds = new Map();
  let kilobytes = 0;
  const timer = setInterval(() => (kilobytes = Math.max(kilobytes, sample(child.pid, seconds))), EVERY);
  const code = await new Promise((resolve) => child.on('close', resolve));
  clearInterval(timer);
  if (code !== 0) throw new Error(`${command} ${args[0]} ended with ${code}`);
  const all = [...seconds.values()].reduce((sum, each) => sum + each, 0);
  return { seconds: all || NaN, megabytes: (kilobytes * 1.024) / 1000 || NaN, printed };
}

/** @returns kilobytes of all */
function sample(root, seconds) {
  const parents = new Map();
  for (const id of ids()) {
    const fields = read(`/proc/${id}/stat`).split(') ').at(-1).split(' ');
    if (fields.length > 12)
      parents.set(id, { parent: Number(fields[1]), seconds: (+fields[11] + +fields[12]) / TICKS });
  }
  const isOf = (id) => id === root || (parents.has(id) && isOf(parents.get(id).parent));
  let sum = 0;
  for (const [id, each] of parents) {
    if (!isOf(id)) continue;
    seconds.set(id, each.seconds);
    sum += Number(/^Pss:\s+(\d+) kB$/m.exec(read(`/proc/${id}/smaps_rollup`))?.[1] ?? 0);
  }
  return sum;
}

function ids() {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

/** Empty where the process has ended. */
function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
