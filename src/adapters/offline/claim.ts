/** Asks the service worker to serve the page that sends it at once, and not from its next load on. */
export const CLAIM = 'hitrate-claim';
