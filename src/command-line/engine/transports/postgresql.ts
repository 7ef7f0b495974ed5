import type { Json } from '../../../base/types';
import { sqlFailure } from '../failures';
import type { Environment } from '../credentials';
import type { Transport } from '../types';

interface SqlError {
  readonly code?: string;
  readonly message?: string;
  readonly detail?: string;
  readonly hint?: string;
}

/** Milliseconds that a statement may take, where the environment does not say: building an index takes minutes. */
const STATEMENT_MS = 3_600_000;

/** One connection by `pg`, which is opened when it is first used and anew where it broke. */
export function postgresqlTransport(url: string, env: Environment): Transport {
  let connected: Promise<Connection> | null = null;
  const connect = async (): Promise<Connection> => {
    const { default: pg } = await import('pg');
    const user = env['PGUSER'];
    const client = new pg.Client({
      connectionString: url,
      ...(user ? { user } : {}),
      ...(env['PGPASSWORD'] ? { password: env['PGPASSWORD'] } : {}),
      application_name: 'hitrate',
      connectionTimeoutMillis: 15_000,
      statement_timeout: Number(env['PGSTATEMENT_TIMEOUT'] ?? STATEMENT_MS),
    });
    // A connection that breaks between two statements: the next one opens another.
    client.on('error', () => (connected = null));
    await client.connect().catch((error: unknown) => {
      // The next try opens another.
      connected = null;
      throw error;
    });
    return client;
  };
  return {
    async send({ path, values = [] }) {
      try {
        const client = await (connected ??= connect());
        const { rows } = await client.query(path, values as unknown[]);
        return rows as Json;
      } catch (error) {
        const { code = null, message = String(error), detail, hint } = error as SqlError;
        const beside = [detail, hint].filter(Boolean).join(' ');
        const failure = sqlFailure(code, beside ? `${message} (${beside})` : message);
        if (failure.kind === 'unreachable' || failure.kind === 'busy') connected = null;
        throw failure;
      }
    },
    async close() {
      await connected?.then(
        (client) => client.end(),
        () => undefined,
      );
    },
  };
}

interface Connection {
  query(text: string, values: unknown[]): Promise<{ rows: unknown[] }>;
  end(): Promise<void>;
}
