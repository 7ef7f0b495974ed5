import type { ReplyFailure } from './generation';
import { type NamedGenerator, prompted, Replies } from './generation';
import type { Ports } from '../kernel/ports';

/** An answer that a model wrote to a prompt that holds passages. */
export interface Answer {
  readonly text: string;
  /** Null where there is an answer. */
  readonly why: ReplyFailure | null;
  readonly cut: boolean;
  readonly promptTokens: number;
  readonly newTokens: number;
  readonly milliseconds: number;
  /** Whether it was here from before. */
  readonly reused: boolean;
}

/** Answers a prompt as it stands, while `written` is told the text so far. */
export async function answerByModel(
  ports: Ports,
  collection: string,
  generator: NamedGenerator,
  { prompt, maxNewTokens }: { readonly prompt: string; readonly maxNewTokens: number },
  { signal, written }: { readonly signal: AbortSignal; readonly written: (text: string) => void },
): Promise<Answer> {
  try {
    const replies = await Replies.of(ports, collection, generator);
    const { tooLong, ...reply } = await replies.to(prompted(prompt, maxNewTokens), signal, written);
    const why = tooLong ? 'too-long' : reply.text.trim() === '' ? 'unreadable' : null;
    return { ...reply, why };
  } finally {
    ports.generator.release();
  }
}
