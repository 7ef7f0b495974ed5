import type { EngineAddress } from './address';
import type { Environment } from './credentials';
import { elasticsearch, opensearch } from './protocols/lucene';
import { postgresql } from './protocols/postgresql';
import { qdrant } from './protocols/qdrant';
import { elasticsearchTransport, opensearchTransport } from './transports/lucene';
import { qdrantTransport } from './transports/qdrant';
import { postgresqlTransport } from './transports/postgresql';
import type { AskedEngine, Protocol, Transport } from './types';

/** An entry for each engine; its client is loaded when it is used. */
const ENGINES: Readonly<
  Record<AskedEngine, { readonly protocol: Protocol; readonly transport: (url: string, env: Environment) => Transport }>
> = {
  postgresql: { protocol: postgresql, transport: postgresqlTransport },
  opensearch: { protocol: opensearch, transport: opensearchTransport },
  qdrant: { protocol: qdrant, transport: qdrantTransport },
  elasticsearch: { protocol: elasticsearch, transport: elasticsearchTransport },
};

export const protocolOf = (engine: AskedEngine): Protocol => ENGINES[engine].protocol;

export const transportTo = ({ engine, url }: EngineAddress, env: Environment): Transport =>
  ENGINES[engine].transport(url, env);
