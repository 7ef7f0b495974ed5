import type { ColumnDecoder, ColumnMetaData, DecodedArray, SchemaTree } from 'hyparquet/src/types.js';
import { tooLarge } from '../../domain/dataset/problem';
import { BlobBlocks, type ByteSource, bytesOf, type RowGroup, type RowSource } from './byte-source';

const library = async () => ({
  ...(await import('hyparquet')),
  ...(await import('hyparquet-compressors')),
  ...(await import('hyparquet/src/assemble.js')),
  ...(await import('hyparquet/src/column.js')),
  ...(await import('hyparquet/src/convert.js')),
  ...(await import('hyparquet/src/schema.js')),
});

type Library = Awaited<ReturnType<typeof library>>;

/** At once. A page has some 1 MB, but of few values, repeated, it may have many rows. */
const MOST_ROWS = 4096;

/** Rows of a Parquet file, page by page: as many as the pages of all columns have in common. @param maxBytes of a page */
export async function parquetRows(source: ByteSource, maxBytes: number): Promise<RowSource> {
  const blob = source.blob ?? new Blob([await bytesOf(source)]);
  const slice = (from: number, to?: number): Promise<ArrayBuffer> => blob.slice(from, to).arrayBuffer();
  const blocks = new BlobBlocks(blob);
  const hyparquet = await library();
  const checkPage = (unpacked: number): void => {
    if (unpacked > maxBytes) throw tooLarge(source.path, maxBytes);
  };
  const metadata = await hyparquet.parquetMetadataAsync({ byteLength: blob.size, slice });
  const tree = hyparquet.parquetSchema(metadata);
  return {
    columns: tree.children.map(({ element }) => element.name),
    bytes: metadata.row_groups.reduce((sum, group) => sum + Number(group.total_byte_size), 0),
    async *groups(wanted, most = Infinity): AsyncGenerator<RowGroup> {
      const fields = tree.children.filter(({ element }) => wanted?.includes(element.name) ?? true);
      let left = most;
      for (const group of metadata.row_groups) {
        const chunks = group.columns.map(({ meta_data: meta }) => meta!);
        const columns = fields.map((field) => {
          const own = chunks.filter(({ path_in_schema: [name] }) => name === field.element.name);
          // Bytes that are no text: maybe the numbers of a vector.
          const leaves = own.map((meta) => new LeafPages(hyparquet, blocks, tree, meta, !wanted, checkPage));
          return { field, leaves };
        });
        const leaves = columns.flatMap((column) => column.leaves);
        const count = Number(group.num_rows);
        for (let row = 0; row < count && left > 0;) {
          for (const leaf of leaves) await leaf.fill();
          const next = Math.min(MOST_ROWS, count - row, left, ...leaves.map(({ ready }) => ready));
          if (next === 0) throw new Error('it has fewer rows than it says');
          const values = columns.map((column) => [column.field.element.name, taken(hyparquet, column, next)] as const);
          const rows = Array.from({ length: next }, (_, i) => {
            const record: Record<string, unknown> = {};
            for (const [name, column] of values) record[name] = column[i];
            return record;
          });
          yield { rows, bytes: (Number(group.total_byte_size) * next) / count };
          row += next;
          left -= next;
        }
      }
    },
  };
}

interface Column {
  readonly field: SchemaTree;
  readonly leaves: readonly LeafPages[];
}

function taken({ assembleNested, DEFAULT_PARSERS }: Library, { field, leaves }: Column, count: number): DecodedArray {
  if (field.children.length === 0) return leaves[0]!.take(count);
  const byPath = new Map(leaves.map((leaf) => [leaf.path, leaf.take(count)]));
  assembleNested(byPath, field, DEFAULT_PARSERS);
  return byPath.get(field.element.name)!;
}

/** In bytes. */
const LONGEST_HEADER = 2 ** 16;

/** Rows of one column of a row group, or of one field within it. */
class LeafPages {
  readonly path: string;
  readonly #decoder: ColumnDecoder;
  readonly #isRepeated: boolean;
  readonly #end: number;
  #at: number;
  #dictionary: DecodedArray | undefined;
  #rows: DecodedArray = [];

  constructor(
    private readonly library: Library,
    private readonly blocks: BlobBlocks,
    tree: SchemaTree,
    meta: ColumnMetaData,
    utf8: boolean,
    private readonly checkPage: (unpacked: number) => void,
  ) {
    const { compressors, DEFAULT_PARSERS: parsers } = library;
    const pathInSchema = meta.path_in_schema;
    const schemaPath = library.getTreePath(tree, pathInSchema);
    const element = schemaPath.at(-1)!.element;
    this.path = pathInSchema.join('.');
    this.#decoder = { ...meta, pathInSchema, schemaPath, element, compressors, parsers, utf8 };
    this.#isRepeated = library.getMaxRepetitionLevel(schemaPath) > 0;
    this.#at = Number(meta.dictionary_page_offset || meta.data_page_offset);
    this.#end = this.#at + Number(meta.total_compressed_size);
  }

  /** Rows that are there whole: of a list the next page may have more. */
  get ready(): number {
    return this.#isRepeated && this.#at < this.#end ? Math.max(0, this.#rows.length - 1) : this.#rows.length;
  }

  take(count: number): DecodedArray {
    const rows = this.#rows.slice(0, count);
    this.#rows = this.#rows.slice(count);
    return rows;
  }

  async fill(): Promise<void> {
    while (this.ready === 0 && this.#at < this.#end) await this.#nextPage();
  }

  async #nextPage(): Promise<void> {
    const { library } = this;
    const reader = await this.#reader(this.#at, Math.min(LONGEST_HEADER, this.#end - this.#at));
    const header = library.parquetHeader(reader);
    this.checkPage(header.uncompressed_page_size);
    const start = this.#at + reader.offset;
    const page = await this.#reader(start, header.compressed_page_size);
    this.#at = start + header.compressed_page_size;
    const before = this.#isRepeated ? this.#rows : undefined;
    const { data } = library.readPage(page, header, this.#decoder, this.#dictionary, before, 0);
    if (header.type === 'DICTIONARY_PAGE') this.#dictionary = data && library.convert(data, this.#decoder);
    else if (data) this.#rows = data;
  }

  async #reader(from: number, bytes: number) {
    const { buffer, byteOffset, byteLength } = await this.blocks.readUint8Array(from, bytes);
    return { view: new DataView(buffer, byteOffset, byteLength), offset: 0 };
  }
}
