declare module 'virtual:kernel/vectors' {
  export function compile(): WebAssembly.Module;
}
