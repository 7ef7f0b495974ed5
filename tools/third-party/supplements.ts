/** What packages do not say of themselves. Paths of texts are below the root of the project. */
export interface Supplement {
  /** In place of what its manifest says, where its files say otherwise. */
  readonly licence?: string;
  /** In place of the licence files of a package, or where it has none. */
  readonly texts?: readonly string[];
  /** Files of the package that stand beside its licence. */
  readonly more?: readonly string[];
  /** Where the part of the licence file ends that is about the package itself. */
  readonly until?: string;
  /** Other packages that its published files hold copies of. */
  readonly contains?: readonly string[];
}

const TEXTS = 'tools/third-party/texts';

/** By the package's name. A package that is not here has a licence file of its own. */
export const SUPPLEMENTS: Readonly<Record<string, Supplement>> = {
  // Their packages name the licence and leave its text out. The notices are of what the binaries hold.
  'onnxruntime-web': { texts: [`${TEXTS}/onnxruntime.txt`, `${TEXTS}/onnxruntime-third-party.txt`] },
  'onnxruntime-common': { texts: [`${TEXTS}/onnxruntime.txt`] },
  'stopwords-iso': { texts: [`${TEXTS}/stopwords-iso.txt`] },
  'franc-min': { texts: [`${TEXTS}/franc-min.txt`] },
  '@huggingface/transformers': { contains: ['@huggingface/jinja', '@huggingface/tokenizers'] },
  jszip: { contains: ['pako', 'lie', 'immediate', 'setimmediate'] },
  'pdfjs-dist': { more: ['wasm/LICENSE_QCMS', 'wasm/LICENSE_JBIG2', 'wasm/LICENSE_OPENJPEG'] },
  // Only a helper of its own comes with the site, not the packages that are bundled into the tool.
  vite: { until: '# Licenses of bundled dependencies' },
};

/** A part that no package of ours stands for. */
export interface Part {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly kind: 'library' | 'data' | 'machine-learning-model';
  readonly where: string;
  /** Relative to the root of the project. */
  readonly text: string;
  /** It ships where a file that came into the site matches. Always, without one. */
  readonly when?: RegExp;
}

const MODEL = { kind: 'machine-learning-model', licence: 'CC-BY-SA-4.0', where: 'models/' } as const;
const SAMPLE = { kind: 'data', version: '', licence: 'CC0-1.0', where: 'samples/' } as const;

/** Versions of models and dictionaries are those of their files. */
export const PARTS: readonly Part[] = [
  {
    name: 'core-js',
    version: '3.48.0',
    licence: 'MIT',
    kind: 'library',
    where: 'within pdfjs-dist',
    text: `${TEXTS}/core-js.txt`,
    when: /\/pdfjs-dist\/legacy\//,
  },
  {
    name: 'Adobe CMap resources',
    version: '2009',
    licence: 'BSD-3-Clause',
    kind: 'data',
    where: 'character maps, within pdfjs-dist',
    text: 'node_modules/pdfjs-dist/cmaps/LICENSE',
    when: /\/pdfjs-dist\/cmaps\//,
  },
  {
    name: 'IPADIC',
    version: '2.7.0-20070801',
    licence: 'LicenseRef-IPADIC',
    kind: 'data',
    where: 'dictionary, within @patdx/kuromoji',
    text: 'public/licences/ipadic.txt',
    when: /\/@patdx\/kuromoji\/dict\//,
  },
  { ...MODEL, name: 'Hitrate embedding', version: '0.2', text: 'public/models/hitrate-embedding/README.md' },
  { ...MODEL, name: 'Hitrate reranker', version: '0.2', text: 'public/models/hitrate-reranker/README.md' },
  { ...SAMPLE, name: 'Hitrate sample', text: 'public/samples/hitrate-sample/README.md' },
  { ...SAMPLE, name: 'The Breakwater', text: 'public/samples/the-breakwater/README.md' },
];
