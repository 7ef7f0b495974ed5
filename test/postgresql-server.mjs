/**
 * PostgreSQL as PGlite over its socket, with pgvector, in a process of its own: a command and its
 * database are then measured apart. Prints the port, and ends by SIGTERM.
 */
import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { vector } from '@electric-sql/pglite-pgvector';

const db = await PGlite.create({ extensions: { vector } });
const server = new PGLiteSocketServer({ db, host: '127.0.0.1', port: 0, maxConnections: 4 });
await server.start();
console.log(server.getServerConn().split(':').at(-1));
process.on('SIGTERM', () => process.exit(0));
