import { type ErrorData, HitrateError, isAbort } from '../../contract/errors';
import { site } from './site.svelte';

export interface Failure {
  readonly expected: boolean;
  readonly message: string;
}

/** Logs bugs to the console. @returns null for a cancelled task */
export async function failureOf(error: unknown): Promise<Failure | null> {
  if (isAbort(error)) return null;
  if (error instanceof HitrateError) return { expected: true, message: await saidOf(error) };
  console.error(error);
  return { expected: false, message: `Something unexpected happened: ${await saidOf(error)}` };
}

/** How a script or binary that the server does not give shows itself, beside errors that are not expected. */
const OF_SCRIPTS: readonly string[] = ['worker-failed', 'model-unavailable'] satisfies (keyof ErrorData)[];

/** What is said of an error. The sentences are loaded when something fails: a page without failures does without them. */
export async function saidOf(error: unknown): Promise<string> {
  const isExpected = error instanceof HitrateError && !OF_SCRIPTS.includes(error.code);
  const replaced = isExpected ? null : await site.look();
  if (replaced !== null) return replaced;
  try {
    const { errorText } = await import('./messages/message-of');
    return errorText(error);
  } catch {
    return (await site.look()) ?? (error instanceof Error ? error.message : String(error));
  }
}
