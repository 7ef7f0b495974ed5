/** Pages, workers and Node have them; the types of this layer name nothing of theirs. */
const { atob, TextDecoder } = globalThis as unknown as {
  readonly atob: (text: string) => string;
  readonly TextDecoder: new () => { decode(bytes: Uint8Array): string };
};

export const bytesOfBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (unit) => unit.charCodeAt(0));

/** UTF-8; what is none becomes U+FFFD. */
export const textOfBytes = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
