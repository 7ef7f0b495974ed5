import type { Client } from '@elastic/elasticsearch';
import type { Environment } from '../credentials';
import type { Transport } from '../types';
import { luceneAnswer, luceneRequest, timeoutOf } from './lucene';

/** The user that every installation has. */
const USER = 'elastic';

/** By `@elastic/elasticsearch`, which is loaded when it is first used. */
export function elasticsearchTransport(url: string, env: Environment): Transport {
  let opened: Promise<Client> | null = null;
  const open = async (): Promise<Client> => {
    const { Client } = await import('@elastic/elasticsearch');
    const { ELASTIC_API_KEY: apiKey, ELASTIC_USERNAME: username = USER, ELASTIC_PASSWORD: password } = env;
    const auth = apiKey ? { apiKey } : password ? { username, password } : null;
    // What fails is sent again by the command, which says so; the client tells nothing about this machine.
    return new Client({ node: url, maxRetries: 0, enableMetaHeader: false, ...(auth ? { auth } : {}) });
  };
  return {
    async send(request, signal) {
      const { transport } = await (opened ??= open());
      const sent = transport.request(luceneRequest(request), {
        requestTimeout: timeoutOf(request, env),
        signal,
        meta: true,
      });
      return luceneAnswer(request, sent);
    },
    async close() {
      await (await opened)?.close();
    },
  };
}
