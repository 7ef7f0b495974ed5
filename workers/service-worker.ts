import { installServiceWorker } from '../src/adapters/offline/service-worker';
import { tellPages } from '../src/adapters/requests/observe';

declare const self: ServiceWorkerGlobalScope;
declare const __PRECACHE__: { url: string; revision: string | null }[];

tellPages(self.clients);
installServiceWorker(self, __PRECACHE__);
