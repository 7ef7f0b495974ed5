import { Agent, type IncomingMessage, request as askPlain } from 'node:http';
import { Agent as SecureAgent, request as askSecure } from 'node:https';
import { setTimeout } from 'node:timers/promises';
import { jsonOr, MAX_JSON_DEPTH } from '../../base/typed-json';
import type { Json } from '../../base/types';
import type { TargetId, EngineRequest } from '../../domain/handover/target';
import { CommandRefusal } from '../../ui/command-line/command-progress';
import {
  EngineFailure,
  type Fields,
  incomplete,
  luceneFailure,
  checkedReply,
  qdrantFailure,
  sqlFailure,
} from '../../domain/handover/failures';
import type { Transport } from './client';
import { type Environment, engineProblems as words } from './texts';

export type EngineAddress = ReturnType<typeof readAddress>;

/** By the scheme of an address, the engine and the scheme of its URL. */
const SCHEMES = new Map<string, readonly [TargetId, url: string]>([
  ...['postgresql', 'postgres'].map((scheme) => [scheme, ['postgresql', 'postgresql']] as const),
  ...(['opensearch', 'elasticsearch', 'qdrant'] as const).flatMap((engine) =>
    ['http', 'https'].map((url) => [`${engine}+${url}`, [engine, url]] as const),
  ),
]);

const SECRET_PARAMETERS = /[?&](?:password|pass|api[-_]?key|token|sslpassword)=/i;

/** The engine, by scheme. @throws {CommandRefusal} for none, or a secret: process lists and shell history show it */
export function readAddress(typed: string) {
  const [, scheme = '', rest = ''] = /^([a-z+]+):\/\/(.*)$/i.exec(typed.trim()) ?? [];
  const [engine, form] = SCHEMES.get(scheme.toLowerCase()) ?? [];
  const url = form && URL.canParse(`${form}://${rest}`) ? new URL(`${form}://${rest}`) : null;
  // What was typed may have a password in it, and is not repeated.
  if (!engine || !url || url.hostname === '') throw new CommandRefusal([words.address(scheme)]);
  const hasName = url.username !== '' && engine !== 'postgresql';
  if (url.password !== '' || hasName || SECRET_PARAMETERS.test(url.search))
    throw new CommandRefusal([words.secretInAddress(engine)]);
  const bare = url.href.replace(/\/$/, '');
  return {
    engine,
    url: bare,
    /** For people: it has no secret, since an address with one is refused. */
    shown: `${scheme.toLowerCase()}://${bare.slice(bare.indexOf('://') + 3)}`,
  };
}

/** What engines that are asked over HTTP have each in its own way. */
interface HttpEngine {
  readonly login: (env: Environment) => Readonly<Record<string, string>>;
  /** What counts of an answer. @throws {EngineFailure} where it says that something is wrong */
  readonly read: (reply: Fields) => Json;
  readonly failure: (status: number, reply: Json, retryAfterSeconds: number | null) => EngineFailure;
}

const basic = (user: string, password: string): Readonly<Record<string, string>> => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
});

const LUCENE: Omit<HttpEngine, 'login'> = {
  read: checkedReply,
  failure: (status, reply, retryAfterSeconds) =>
    luceneFailure(status, isFields(reply) && 'error' in reply ? reply['error'] : reply, retryAfterSeconds),
};

const HTTP: Readonly<Record<Exclude<TargetId, 'postgresql'>, HttpEngine>> = {
  opensearch: {
    ...LUCENE,
    login: ({ OPENSEARCH_USERNAME: user, OPENSEARCH_PASSWORD: password }) =>
      user && password ? basic(user, password) : {},
  },
  elasticsearch: {
    ...LUCENE,
    // Every installation has the user `elastic`.
    login: ({ ELASTIC_API_KEY: key, ELASTIC_USERNAME: user = 'elastic', ELASTIC_PASSWORD: password }) =>
      key ? { authorization: `ApiKey ${key}` } : password ? basic(user, password) : {},
  },
  qdrant: {
    login: ({ QDRANT_API_KEY: key }) => (key ? { 'api-key': key } : {}),
    /** What a reply has beside its time and status; the first of all replies has nothing else. */
    read(reply) {
      const { result = reply as Json } = reply;
      const { status, optimizer_status: optimizer } = (result ?? {}) as Fields;
      if (status === 'wait_timeout') throw new EngineFailure('timeout', 'what was sent is not applied yet');
      if (status === 'red') throw new EngineFailure('rejected', `the collection is red: ${JSON.stringify(optimizer)}`);
      return result;
    },
    failure: (status, reply, retryAfterSeconds) => {
      const { error } = ((isFields(reply) ? reply['status'] : null) ?? {}) as Fields;
      return qdrantFailure(status, typeof error === 'string' ? error : '', retryAfterSeconds);
    },
  },
};

const isFields = (reply: Json): reply is { readonly [field: string]: Json } =>
  typeof reply === 'object' && reply !== null && !Array.isArray(reply);

/** How requests come to an engine, with the credentials of the environment. What fails is not sent again here. */
export const transportTo = ({ engine, url }: EngineAddress, env: Environment): Transport =>
  engine === 'postgresql' ? postgresqlTransport(url, env) : httpTransport(HTTP[engine], url, env);

function httpTransport({ login, read, failure }: HttpEngine, url: string, env: Environment): Transport {
  const agent = url.startsWith('https:') ? new SecureAgent({ keepAlive: true }) : new Agent({ keepAlive: true });
  return {
    async send(request, signal) {
      const { status, text, headers } = await exchanged(request, url, agent, login(env), signal, limitOf(request, env));
      if (status === 404 && (request.method === 'GET' || request.method === 'DELETE')) return null;
      // Credentials go to the address that was named, and to no other.
      if (status >= 300 && status < 400)
        throw new EngineFailure('rejected', words.redirected(status, url, headers.location));
      const reply = jsonOr(text, null) as Json;
      if (status >= 400) throw failure(status, reply ?? text, secondsIn(headers['retry-after']));
      if (!isFields(reply))
        throw incomplete(`the answer is no JSON, is nested more than ${MAX_JSON_DEPTH} deep, or was cut: “${text}”`);
      return read(reply);
    },
    close: () => Promise.resolve(agent.destroy()),
  };
}

/** Milliseconds that a whole answer may take: merging what was indexed takes minutes. */
const limitOf = ({ isLong }: EngineRequest, env: Environment): number =>
  (isLong ? 30_000 : 1000) * Number(env['HITRATE_ENGINE_SECONDS'] ?? 120);

/** Of a whole answer: 32 questions with 10,000 hits each are 50 MB. */
const MOST_BYTES = 2 ** 27;

async function exchanged(
  { method, path, body, lines }: EngineRequest,
  url: string,
  agent: Agent | SecureAgent,
  login: Readonly<Record<string, string>>,
  signal: AbortSignal,
  milliseconds: number,
) {
  const sent = lines ? `${lines.join('\n')}\n` : body ? JSON.stringify(body) : null;
  const type = lines ? 'application/x-ndjson' : 'application/json';
  const about = sent === null ? {} : { 'content-type': type, 'content-length': Buffer.byteLength(sent) };
  const headers = { accept: 'application/json', 'accept-encoding': 'identity', ...about, ...login };
  const limit = AbortSignal.timeout(milliseconds);
  try {
    const ask = url.startsWith('https:') ? askSecure : askPlain;
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const options = { method, headers, agent, signal: AbortSignal.any([signal, limit]) };
      ask(`${url}${path}`, options, resolve).on('error', reject).end(sent);
    });
    const { 'content-encoding': packed = 'identity' } = response.headers;
    if (packed !== 'identity') throw new EngineFailure('rejected', words.packed(packed));
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of response) {
      chunks.push(chunk as Buffer);
      if ((bytes += (chunk as Buffer).length) > MOST_BYTES)
        throw new EngineFailure('rejected', words.tooMuch(MOST_BYTES));
    }
    return {
      status: response.statusCode ?? 0,
      text: Buffer.concat(chunks).toString('utf8'),
      headers: response.headers,
    };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof EngineFailure) throw error;
    if (limit.aborted) throw new EngineFailure('timeout', `no whole answer came within ${milliseconds / 1000} s`);
    const { message, code } = error as NodeJS.ErrnoException;
    throw new EngineFailure('unreachable', message || String(code));
  }
}

function secondsIn(header: string | undefined): number | null {
  const seconds = Number(header ?? NaN);
  return Number.isFinite(seconds) ? seconds : null;
}

type SqlError = Partial<Record<'code' | 'message' | 'detail' | 'hint', string>>;

interface Connection {
  query(text: string): Promise<{ rows: unknown[] }>;
  end(): Promise<void>;
  unref(): void;
}

/** Milliseconds that a statement may take, where the environment does not say: building an index takes minutes. */
const STATEMENT_MS = 3_600_000;
/** Milliseconds that a server has to take leave. */
const LEAVE_MS = 1000;

/** One connection by `pg`, which is opened when it is first used and anew where it broke. */
export function postgresqlTransport(url: string, env: Environment): Transport {
  let connected: Promise<Connection> | null = null;
  const leave = async (): Promise<void> => {
    const client = await connected?.catch(() => null);
    connected = null;
    // Ends a statement that still runs, too.
    if (client) await Promise.race([client.end(), setTimeout(LEAVE_MS, undefined, { ref: false })]);
    client?.unref();
  };
  const connect = async (): Promise<Connection> => {
    const { default: pg } = await import('pg');
    const { PGUSER: user, PGPASSWORD: password, PGSTATEMENT_TIMEOUT: limit } = env;
    const client = new pg.Client({
      connectionString: url,
      ...(user ? { user } : {}),
      ...(password ? { password } : {}),
      application_name: 'hitrate',
      // Texts stand in statements: a backslash is a character, whatever the server is set to.
      options: '-c standard_conforming_strings=on',
      connectionTimeoutMillis: 15_000,
      statement_timeout: Number(limit ?? STATEMENT_MS),
      // A server that says nothing any more does not say that either.
      query_timeout: Number(limit ?? STATEMENT_MS),
    });
    // A connection that breaks between two statements: the next one opens another.
    client.on('error', () => (connected = null));
    await client.connect().catch((error: unknown) => {
      connected = null;
      throw error;
    });
    return client as typeof client & Connection;
  };
  return {
    async send({ path }, signal) {
      signal.addEventListener('abort', leave);
      try {
        return (await (await (connected ??= connect())).query(path)).rows as Json;
      } catch (error) {
        signal.throwIfAborted();
        const { code = null, message = String(error), detail, hint } = error as SqlError;
        const beside = [detail, hint].filter(Boolean).join(' ');
        const failure = sqlFailure(code, beside ? `${message} (${beside})` : message);
        if (['unreachable', 'busy', 'timeout'].includes(failure.kind)) await leave();
        throw failure;
      } finally {
        signal.removeEventListener('abort', leave);
      }
    },
    close: leave,
  };
}
