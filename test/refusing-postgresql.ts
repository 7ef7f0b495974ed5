import { EventEmitter, once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** What a server answers to a login, or to the first statement after it: an error, or a question for a password. */
export type Refusal =
  | { readonly at: 'login' | 'statement'; readonly code: string; readonly message: string; readonly severity?: string }
  | { readonly at: 'password' }
  /** A statement is taken, and never answered. */
  | { readonly at: 'silence' };

/**
 * A server that speaks PostgreSQL's protocol (https://www.postgresql.org/docs/current/protocol-message-formats.html) as far
 * as to refuse, for what a server in this process cannot: it has no users and no disk that fills up.
 */
export async function startRefusing(refusal: Refusal) {
  const sockets = new Set<Socket>();
  const asked = new EventEmitter();
  let statements = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    let isIn = false;
    socket.on('data', () => {
      if (refusal.at === 'password') socket.write(isIn ? SASL_CONTINUE : SASL);
      else if (!isIn && refusal.at !== 'login') socket.write(WELCOME);
      else if (refusal.at === 'silence') asked.emit('asked', ++statements);
      else socket.write(isIn ? Buffer.concat([errorOf(refusal), READY]) : errorOf(refusal));
      isIn = true;
    });
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    /** Waits for so many statements. */
    async asked(many: number): Promise<void> {
      while (statements < many) await once(asked, 'asked');
    },
    async stop(): Promise<void> {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function message(type: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
}

const text = (value: string): Buffer => Buffer.from(`${value}\0`);
const number = (value: number): Buffer => Buffer.from([value >>> 24, value >>> 16, value >>> 8, value]);

const READY = message('Z', Buffer.from('I'));
/** AuthenticationOk, and ready for a statement. */
const WELCOME = Buffer.concat([message('R', number(0)), READY]);
/** AuthenticationSASL with its one mechanism. */
const SASL = message('R', Buffer.concat([number(10), text('SCRAM-SHA-256'), Buffer.from([0])]));
/** AuthenticationSASLContinue, for which a client needs a password. */
const SASL_CONTINUE = message('R', Buffer.concat([number(11), Buffer.from('r=x,s=eA==,i=4096')]));

/** ErrorResponse. */
const errorOf = ({ code, message: said, severity = 'ERROR' }: Extract<Refusal, { code: string }>): Buffer =>
  message('E', Buffer.concat([text(`S${severity}`), text(`C${code}`), text(`M${said}`), Buffer.from([0])]));
