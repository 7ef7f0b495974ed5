declare module 'virtual:vector-kernel' {
  const kernel: string;
  export default kernel;
}
