import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { Client } from 'pg';

/** A PostgreSQL server with pgvector, and how a client reaches it. */
export interface LivePostgres {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  stop(): Promise<void>;
}

/** PostgreSQL 18 in this process (PGlite), behind a socket as any server is. It takes 450 MB and some seconds. */
export async function startPostgres(): Promise<LivePostgres> {
  const db = await PGlite.create({ extensions: { vector } });
  const [host, port] = ['127.0.0.1', await freePort()];
  const server = new PGLiteSocketServer({ db, host, port, maxConnections: 4 });
  await server.start();
  return {
    host,
    port,
    user: 'postgres',
    database: 'postgres',
    async stop() {
      await server.stop();
      await db.close();
    },
  };
}

export async function connected({ host, port, user, database }: LivePostgres): Promise<Client> {
  const client = new Client({ host, port, user, database });
  await client.connect();
  return client;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
