/** Versions of the app and of the packages that compute scores, set at build time. */
declare const __VERSIONS__: Readonly<Record<string, string>>;
