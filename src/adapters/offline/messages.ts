/** From a page: the service worker is to serve it from now on. */
export const CLAIM = 'hitrate-claim';

/** To all pages, with what came: not the file that was asked for. */
export const WRONG_FILE = 'hitrate-wrong-file';
