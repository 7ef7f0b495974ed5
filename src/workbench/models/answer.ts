import type { GeneratedText } from '../../contract/model-workers';
import { type Ports, withWorker } from '../kernel/ports';
import { type NamedGenerator, prompted, Replies, type ReplyFailure } from './generation';

export interface AnswerAsked {
  readonly prompt: string;
  readonly maxNewTokens: number;
}

export interface Answer extends Omit<GeneratedText, 'tooLong'> {
  readonly why: ReplyFailure | null;
  readonly reused: boolean;
}

export async function answerByModel(
  ports: Ports,
  id: string,
  generator: NamedGenerator,
  { prompt, maxNewTokens }: AnswerAsked,
  { signal, written }: { readonly signal: AbortSignal; readonly written: (text: string) => void },
): Promise<Answer> {
  return withWorker(ports.generator, signal, async () => {
    const replies = await Replies.of(ports, id, generator);
    const { tooLong, ...reply } = await replies.to(prompted(prompt, maxNewTokens), signal, written);
    return { ...reply, why: tooLong ? 'too-long' : reply.text.trim() === '' ? 'unreadable' : null };
  });
}
