/** Its functions, with the same arguments, are in `wasm/statistics`; addresses are bytes of the memory. */
declare module 'virtual:kernel/statistics' {
  export function instantiate(): {
    readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
    draw(...given: number[]): number;
    addDrawn(...given: number[]): void;
    addSigned(...given: number[]): void;
  };
}
