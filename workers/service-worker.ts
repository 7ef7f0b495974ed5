import { installServiceWorker } from '../src/adapters/offline/service-worker';

declare const self: ServiceWorkerGlobalScope;
declare const __PRECACHE__: { url: string; revision: string | null }[];

installServiceWorker(self, __PRECACHE__);
