import { HitrateError, isAbort } from '../../contract/errors';

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

/** What is said of an error. The sentences are loaded when something fails: a page without failures does without them. */
export async function saidOf(error: unknown): Promise<string> {
  try {
    const { errorText } = await import('./messages/message-of');
    return errorText(error);
  } catch {
    return error instanceof Error ? error.message : String(error);
  }
}
