import type { ColumnDecoder, ColumnMetaData, DecodedArray, SchemaTree } from 'hyparquet/src/types.js';
import { type ByteSource, bytesOf, type RowGroup, type RowSource } from './byte-source';

const library = async () => ({
  ...(await import('hyparquet')),
  ...(await import('hyparquet-compressors')),
  ...(await import('hyparquet/src/assemble.js')),
  ...(await import('hyparquet/src/column.js')),
  ...(await import('hyparquet/src/convert.js')),
  ...(await import('hyparquet/src/schema.js')),
});

type Library = Awaited<ReturnType<typeof library>>;

/** Rows of a Parquet file, page by page: as many as the pages of all columns have in common. */
export async function parquetRows(source: ByteSource): Promise<RowSource> {
  const blob = source.blob ?? new Blob([await bytesOf(source)]);
  const slice = (from: number, to?: number): Promise<ArrayBuffer> => blob.slice(from, to).arrayBuffer();
  const hyparquet = await library();
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
          const leaves = own.map(
            (meta) => new LeafPages(hyparquet, slice, meta, decoderOf(hyparquet, tree, meta, !wanted)),
          );
          return { field, leaves };
        });
        const leaves = columns.flatMap((column) => column.leaves);
        const count = Number(group.num_rows);
        for (let row = 0; row < count && left > 0;) {
          for (const leaf of leaves) await leaf.fill();
          const next = Math.min(count - row, left, ...leaves.map(({ ready }) => ready));
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

function decoderOf(
  { compressors, DEFAULT_PARSERS: parsers, getTreePath }: Library,
  tree: SchemaTree,
  meta: ColumnMetaData,
  utf8: boolean,
): ColumnDecoder {
  const schemaPath = getTreePath(tree, meta.path_in_schema);
  const pathInSchema = meta.path_in_schema;
  return { ...meta, pathInSchema, schemaPath, element: schemaPath.at(-1)!.element, compressors, parsers, utf8 };
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

/** Bytes that are read at once; a page has some 1 MB. */
const WINDOW = 2 ** 21;
const MOST_OF_HEADER = 2 ** 16;

/** Rows of one column of a row group, or of one field within it. */
class LeafPages {
  readonly path: string;
  readonly #isRepeated: boolean;
  readonly #end: number;
  #at: number;
  #window = { from: 0, view: new DataView(new ArrayBuffer(0)) };
  #dictionary: DecodedArray | undefined;
  #rows: DecodedArray = [];

  constructor(
    private readonly library: Library,
    private readonly slice: (from: number, to: number) => Promise<ArrayBuffer>,
    { dictionary_page_offset, data_page_offset, total_compressed_size }: ColumnMetaData,
    private readonly decoder: ColumnDecoder,
  ) {
    this.path = decoder.pathInSchema.join('.');
    this.#isRepeated = library.getMaxRepetitionLevel(decoder.schemaPath) > 0;
    this.#at = Number(dictionary_page_offset || data_page_offset);
    this.#end = this.#at + Number(total_compressed_size);
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
    const { decoder, library } = this;
    await this.#see(MOST_OF_HEADER);
    const reader = { view: this.#window.view, offset: this.#at - this.#window.from };
    const header = library.parquetHeader(reader);
    const start = this.#window.from + reader.offset;
    const size = start - this.#at + header.compressed_page_size;
    await this.#see(size);
    const page = { view: this.#window.view, offset: start - this.#window.from };
    const before = this.#isRepeated ? this.#rows : undefined;
    const { data } = library.readPage(page, header, decoder, this.#dictionary, before, 0);
    this.#at += size;
    if (header.type === 'DICTIONARY_PAGE') this.#dictionary = data && library.convert(data, decoder);
    else if (data) this.#rows = data;
  }

  /** Has so many of the next bytes in the window, where there are as many. */
  async #see(bytes: number): Promise<void> {
    const { from, view } = this.#window;
    const end = Math.min(this.#at + bytes, this.#end);
    if (this.#at >= from && end <= from + view.byteLength) return;
    const to = Math.min(this.#at + Math.max(bytes, WINDOW), this.#end);
    this.#window = { from: this.#at, view: new DataView(await this.slice(this.#at, to)) };
  }
}
