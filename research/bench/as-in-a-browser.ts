/** transformers.js takes a process of this name for Node, where it wants another runtime than the one that pages have. */
Object.defineProperty(process.release, 'name', { value: 'page' });
