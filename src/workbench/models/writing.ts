import { loaderOf, type Ports } from '../kernel/ports';

export type Writing = ReturnType<typeof createWriting>;

/** What a text-generation model of this machine writes for a collection. Every reply is kept as soon as it is there. */
export function createWriting(ports: Ports) {
  const lazy = loaderOf(ports);
  const alone =
    <Args extends unknown[], Reply>(write: (...args: Args) => Promise<Reply>) =>
    (...args: Args): Promise<Reply> =>
      ports.exclusive(() => write(...args));
  const rewriting = () => import('./write-rewrites');
  return {
    /** Checked and not kept. */
    questions: alone(lazy(async () => (await import('./generate-questions')).questionsByModel)),
    /** Kept as a file of rewrites is. */
    rewrites: alone(lazy(async () => (await rewriting()).writeRewrites)),
    /** How many of the questions have their reply from before. */
    rewritesKept: lazy(async () => (await rewriting()).rewritesKept),
    answer: alone(lazy(async () => (await import('./generation')).answerByModel)),
  };
}
