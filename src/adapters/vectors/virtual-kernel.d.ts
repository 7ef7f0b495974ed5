/** Compiled from `wasm/vectors` when the site is built, by `tools/vector-kernel.mjs`. */
declare module 'virtual:vector-kernel' {
  /** Its bytes, in base 64. */
  const kernel: string;
  export default kernel;
}
