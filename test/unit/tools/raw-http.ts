import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { pathToFileURL } from 'node:url';

/** A server in a process of its own: an exception that nothing catches ends it, as it would end `npm start`. */
export interface ServerProcess {
  readonly port: number;
  /** Whether the process has ended by itself. */
  ended(): boolean;
  stop(): void;
}

/** Serves `folder` by `tools/serve.mjs` on a free port of 127.0.0.1. */
export async function startServer(folder: string): Promise<ServerProcess> {
  const module = pathToFileURL('tools/serve.mjs').href;
  const script = `const { serve } = await import(${JSON.stringify(module)}); console.log((await serve(process.argv[1])).url);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (data) => resolve(String(data)));
    child.once('exit', (code) => reject(new Error(`the server ended with ${code} before it served`)));
  });
  return { port: Number(new URL(url).port), ended: () => child.exitCode !== null, stop: () => void child.kill() };
}

export interface RawRequest {
  /** What is sent, one byte per character. */
  readonly bytes: string;
  /** Whether nothing follows, for what the server would otherwise wait for. Otherwise the server ends the connection. */
  readonly endsHere?: boolean;
}

/** Sends bytes over a connection of their own. @returns all that came back until it was closed, one character per byte */
export function send(port: number, { bytes, endsHere = false }: RawRequest): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.setEncoding('latin1').on('data', (data) => (answer += data));
    // A connection that the server resets has been answered too: 'close' follows.
    socket.on('error', () => undefined).on('close', () => resolve(answer));
    if (endsHere) socket.end(bytes, 'latin1');
    else socket.write(bytes, 'latin1');
  });
}

/** Reads the first bytes of an answer, then breaks the connection. */
export function abortMidAnswer(port: number, bytes: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes, 'latin1'));
    socket.once('data', () => socket.resetAndDestroy());
    socket.on('error', () => undefined).on('close', () => resolve());
  });
}

export const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1]);
