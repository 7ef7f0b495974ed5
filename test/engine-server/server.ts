import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it came. */
export interface Received {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  /** Of JSON; of lines of JSON, a list. */
  readonly body: unknown;
}

export interface Reply {
  readonly status?: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An engine in memory: what it takes, what it holds, and what it answers. */
export interface Engine {
  readonly headers: Readonly<Record<string, string>>;
  /** What is wrong with a request by the published interface; undefined where there is no such request. */
  problems(request: Received): readonly string[] | undefined;
  /** What is wrong with all requests so far, where that is told at the end. */
  lateProblems?(): readonly string[];
  answer(request: Received): Reply;
}

/** A reply in the place of the engine's own, or no reply: the connection is closed, or nothing comes. */
export interface Fault {
  readonly when: (request: Received) => boolean;
  /** How often; always where absent. */
  readonly times?: number;
  readonly reply:
    | Reply
    | 'closed'
    | 'nothing'
    | ((request: Received, answer: Engine['answer']) => Reply)
    | { readonly raw: (response: ServerResponse, request: Received, answer: Engine['answer']) => void };
}

export interface EngineServer {
  /** `host:port`. */
  readonly host: string;
  readonly requests: readonly Received[];
  /** The next of these replace the engine's own replies. */
  fail(...faults: readonly Fault[]): void;
  /** Requests that the published interface does not have. */
  problems(): readonly string[];
  stop(): Promise<void>;
}

/** An engine over HTTP, that checks each request by its published interface and refuses what is not in it. */
export async function startEngine(engine: Engine): Promise<EngineServer> {
  const requests: Received[] = [];
  const wrong: string[] = [];
  let faults: { fault: Fault; left: number }[] = [];
  const own = (request: Received): Reply => {
    const found = engine.problems(request);
    const problems = found ?? ['no such request'];
    if (problems.length === 0) return engine.answer(request);
    const shown = JSON.stringify(request.body)?.slice(0, 400) ?? '';
    wrong.push(`${request.method} ${request.path}: ${problems.join('; ')} ${shown}`);
    return { status: 400, body: { error: problems.join('; '), status: 400 } };
  };
  const server: Server = createServer((message, response) => {
    void received(message).then((request) => {
      requests.push(request);
      const at = faults.find(({ fault, left }) => left > 0 && fault.when(request));
      if (!at) return send(response, own(request), engine.headers);
      at.left--;
      const { reply } = at.fault;
      if (reply === 'closed') return void message.socket.destroy();
      if (reply === 'nothing') return;
      if ('raw' in reply) return reply.raw(response, request, own);
      send(response, typeof reply === 'function' ? reply(request, own) : reply, engine.headers);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    fail: (...added) => void (faults = added.map((fault) => ({ fault, left: fault.times ?? Infinity }))),
    problems: () => [...wrong, ...(engine.lateProblems?.() ?? [])],
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function received(message: IncomingMessage): Promise<Received> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  const { pathname, searchParams } = new URL(message.url ?? '/', 'http://engine');
  const isLines = (message.headers['content-type'] ?? '').includes('ndjson');
  return {
    method: message.method ?? '',
    path: decodeURIComponent(pathname),
    query: searchParams,
    headers: message.headers,
    body: isLines ? linesOf(text) : text === '' ? undefined : (JSON.parse(text) as unknown),
  };
}

function linesOf(text: string): unknown[] {
  if (!text.endsWith('\n')) throw new Error('lines of JSON end with a line break');
  return text
    .slice(0, -1)
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
}

function send(response: ServerResponse, { status = 200, body, headers }: Reply, always: Engine['headers']): void {
  response.writeHead(status, { 'content-type': 'application/json', ...always, ...headers });
  response.end(JSON.stringify(body));
}
