import type { Client } from '@opensearch-project/opensearch';
import type { Environment } from '../credentials';
import type { Transport } from '../types';
import { luceneAnswer, luceneRequest, timeoutOf } from './lucene';

/** By `@opensearch-project/opensearch`, which is loaded when it is first used. */
export function opensearchTransport(url: string, env: Environment): Transport {
  let opened: Promise<Client> | null = null;
  const open = async (): Promise<Client> => {
    const { Client } = await import('@opensearch-project/opensearch');
    const { OPENSEARCH_USERNAME: username, OPENSEARCH_PASSWORD: password } = env;
    // What fails is sent again by the command, which says so.
    return new Client({ node: url, maxRetries: 0, ...(username && password ? { auth: { username, password } } : {}) });
  };
  return {
    async send(request, signal) {
      const { transport } = await (opened ??= open());
      const sent = transport.request(luceneRequest(request), {
        requestTimeout: timeoutOf(request, env),
      });
      const abort = (): void => sent.abort();
      signal.addEventListener('abort', abort, { once: true });
      try {
        return await luceneAnswer(request, sent);
      } finally {
        signal.removeEventListener('abort', abort);
      }
    },
    async close() {
      await (await opened)?.close();
    },
  };
}
