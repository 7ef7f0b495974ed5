import type { PreTrainedTokenizer } from '@xenova/transformers';

/** Tokens that stand next to each other and together are a text: mostly one, several where each is a byte of a character. */
export interface TokenPiece {
  readonly tokens: number;
  /** Null where the vocabulary does not know what stood there. */
  readonly text: string | null;
  /** Whether it surely is the beginning of a word. */
  readonly begins: boolean;
}

/** How a vocabulary writes its tokens. */
export interface TokenSpelling {
  readonly unknown: string;
  /** What WordPiece writes before a token within a word, as `##`; null in other vocabularies. */
  readonly within: string | null;
  /** Whether each character of a token is a byte of UTF-8 (GPT-2). */
  readonly bytes: boolean;
}

interface TokenizerFile {
  readonly model?: { readonly type?: string; readonly continuing_subword_prefix?: string };
  readonly pre_tokenizer?: unknown;
  readonly decoder?: unknown;
}

export function spellingOf(tokenizer: PreTrainedTokenizer): TokenSpelling {
  const { model, pre_tokenizer, decoder } = tokenizer._tokenizerJSON as TokenizerFile;
  return {
    unknown: tokenizer.unk_token ?? '',
    within: model?.type === 'WordPiece' ? (model.continuing_subword_prefix ?? '##') : null,
    bytes: JSON.stringify([pre_tokenizer, decoder]).includes('"ByteLevel"'),
  };
}

/** What tokens stand for, by their names in the vocabulary; `undefined` for an id that it does not hold. */
export function piecesOf(tokens: readonly (string | undefined)[], spelling: TokenSpelling): TokenPiece[] {
  const found: TokenPiece[] = [];
  let bytes: number[] = [];
  let held = 0;
  const flush = (text: string | null): void => {
    if (held > 0) found.push({ tokens: held, text, begins: text?.startsWith(' ') ?? false });
    [bytes, held] = [[], 0];
  };
  for (const token of tokens) {
    const more = token === undefined || token === spelling.unknown ? null : bytesOf(token, spelling);
    if (more === null) {
      flush(null);
      found.push({ tokens: 1, ...wholeText(token, spelling) });
      continue;
    }
    bytes.push(...more);
    held++;
    const text = decoded(bytes);
    if (text !== null || held === LONGEST) flush(text);
  }
  flush(null);
  return found;
}

/** Bytes of one character, each a token of its own, at most. */
const LONGEST = 4;

const UTF_8 = new TextDecoder('utf-8', { fatal: true });

/** Null where the bytes end within a character. */
function decoded(bytes: readonly number[]): string | null {
  try {
    return UTF_8.decode(Uint8Array.from(bytes));
  } catch {
    return null;
  }
}

function wholeText(token: string | undefined, { unknown, within }: TokenSpelling): Pick<TokenPiece, 'text' | 'begins'> {
  if (token === undefined || token === unknown) return { text: null, begins: true };
  if (within !== null) {
    const inside = token.startsWith(within) && token.length > within.length;
    return { text: inside ? token.slice(within.length) : token, begins: !inside };
  }
  return { text: token.replaceAll('▁', ' ').replace(/<\/w>$/, ''), begins: token.startsWith('▁') };
}

/** Null for a token that is written as text. */
function bytesOf(token: string, spelling: TokenSpelling): number[] | null {
  if (spelling.bytes) {
    const bytes = Array.from(token, (character) => BYTES.get(character));
    return bytes.every((byte) => byte !== undefined) ? bytes : null;
  }
  const [, byte] = spelling.within === null ? (/^<0x([0-9A-F]{2})>$/.exec(token) ?? []) : [];
  return byte === undefined ? null : [parseInt(byte, 16)];
}

/** The characters in which GPT-2 writes bytes: printable ones as they are, the others from U+0100 on. */
const BYTES: ReadonlyMap<string, number> = (() => {
  const isPlain = (byte: number): boolean => (byte > 32 && byte < 127) || (byte > 160 && byte !== 173);
  let next = 256;
  return new Map(
    Array.from({ length: 256 }, (_, byte) => [String.fromCharCode(isPlain(byte) ? byte : next++), byte] as const),
  );
})();
