import { installServiceWorker } from '../src/adapters/offline/service-worker';
import { tellPages } from '../src/adapters/requests/observe';
import type { SiteFile } from '../src/contract/site';

declare const self: ServiceWorkerGlobalScope;
declare const __SITE_FILES__: readonly SiteFile[];

tellPages(self.clients);
installServiceWorker(self, __SITE_FILES__);
