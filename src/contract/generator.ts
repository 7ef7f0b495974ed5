import type { LoadedModel, ModelRequest } from './encoder';

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

export interface Generated {
  readonly text: string;
  /** Of what was read, and of what was written. */
  readonly promptTokens: number;
  readonly newTokens: number;
  /** Whether the prompt was longer than the model takes: then nothing was generated, and `text` is empty. */
  readonly tooLong: boolean;
  /** Whether it was stopped by the number of tokens, so that the end is missing. */
  readonly cut: boolean;
  readonly milliseconds: number;
}

/** A text-generation model. It is greedy, so the same prompt gives the same text. */
export interface GeneratorApi {
  load(input: ModelRequest): Promise<LoadedModel>;
  /** @param written called with the text so far */
  generate(
    input: ModelRequest & { readonly messages: readonly ChatMessage[]; readonly maxNewTokens: number },
    written: (text: string) => void,
  ): Promise<Generated>;
}
