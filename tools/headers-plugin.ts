import type { Connect, Plugin } from 'vite';
import { securityHeaders } from '../src/adapters/offline/headers.js';
import { readTarget } from './request-target.mjs';

/**
 * The headers of `npm start` for Vite's own servers, in development and of a preview: before any other middleware
 * answers, since the policy goes by the address. An address that cannot be read is refused here.
 */
export function headersOfServer(): Plugin {
  const withHeaders =
    (development: boolean): Connect.NextHandleFunction =>
    (request, response, next) => {
      const target = readTarget(request.url);
      const headers = securityHeaders({ ...(target ? placeOf(target) : {}), development });
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      if (target) next();
      else response.writeHead(400, { 'Content-Type': 'text/plain' }).end('This address cannot be read\n');
    };
  return {
    name: 'hitrate-headers',
    configureServer: ({ middlewares }) => void middlewares.use(withHeaders(true)),
    configurePreviewServer: ({ middlewares }) => void middlewares.use(withHeaders(false)),
  };
}

const placeOf = ({ path, search }: { path: string; search: string }) => ({ path: path.slice(1), search });
