import type { DatasetBuilder } from '../builder';
import { scanJson, type JsonMember } from '../json';
import { LineCounter, wholeText, type SourceText } from '../source';
import { guarded, placeName, problem, type ProblemPlace, type ProblemLog } from '../problem';
import { filterAsync } from '../../../base/containers';
import { extensionOf } from '../../../base/paths';
import { guardSyntax, kindByFirst, kindOf } from '../readers/json-records';
import { type CollectionFormat, type FoundCollection, inFile } from './format';

const SECTIONS = ['queries', 'corpus', 'relevant_docs'] as const;
type Section = (typeof SECTIONS)[number];

const SECTION_KEY = /"(?:queries|corpus|relevant_docs)"\s*:/;

/** LlamaIndex's `EmbeddingQAFinetuneDataset`: `queries`, `corpus`, `relevant_docs`, maybe `mode`. All grades are 1. */
export const llamaIndex: CollectionFormat = async (files) => {
  const json = files.filter(({ path }) => extensionOf(path) === 'json');
  return (await filterAsync(json, async (file) => SECTION_KEY.test(await file.head()))).map(found);
};

function found(file: SourceText): FoundCollection {
  return {
    ...inFile(file),

    async read(_split, builder, log) {
      builder.expect('document', { file: file.path, field: 'corpus' });
      builder.expect('question', { file: file.path, field: 'queries' });
      builder.expect('judgment', { file: file.path, field: 'relevant_docs' });
      const isRead = await guarded(log, async () => {
        const text = await wholeText(file);
        if (text.trim() !== '') return new LlamaIndexReader(text, file, builder, log).read();
        log.add(problem('empty-file', { file: file.path }));
        return false;
      });
      if (!isRead) builder.lostAll();
    },
  };
}

class LlamaIndexReader {
  readonly #lines: LineCounter;
  readonly #fields: string[] = [];
  readonly #questionsJudged = new Map<string, ProblemPlace>();

  constructor(
    private readonly text: string,
    private readonly file: SourceText,
    private readonly builder: DatasetBuilder,
    private readonly log: ProblemLog,
  ) {
    this.#lines = new LineCounter(text);
  }

  read(): boolean {
    const outermost = guardSyntax(this.text, this.file.path, this.log, () =>
      scanJson(this.text, (member) => this.#visit(member)),
    );
    return outermost !== undefined && this.#checkOutside(outermost.at);
  }

  #checkOutside(at: number): boolean {
    const place = { file: this.file.path };
    const kind = kindByFirst(this.text.charAt(at));
    const missing = SECTIONS.filter((section) => !this.#fields.includes(section));
    if (kind !== 'object' || missing.length === SECTIONS.length) {
      const got = kind === 'object' ? { fields: this.#fields.slice(0, 5) } : kind;
      this.log.add(problem('wrong-shape', place, { fields: SECTIONS }, got));
    } else
      for (const section of missing)
        this.log.add(problem('wrong-shape', { ...place, field: section }, wanted(section), 'nothing'));
    return missing.length === 0;
  }

  #visit(member: JsonMember): void {
    if (member.depth === 1) this.#field(member);
    else if (isSection(member.section)) this.#entry(member.section, member);
  }

  #field({ key, keyAt, valueAt, valueEnd }: JsonMember): void {
    const kind = kindByFirst(this.text.charAt(valueAt));
    const place = (): ProblemPlace => ({ file: this.file.path, line: this.#lines.at(keyAt).line, field: key });
    if (isSection(key)) {
      if (this.#fields.includes(key)) this.log.add(problem('wrong-shape', place(), { one: key }, 'second'));
      if (kind !== 'object') this.log.add(problem('wrong-shape', place(), wanted(key), kind));
      if (kind !== 'object') this.builder.lost(partOf[key]);
    } else if (key === 'mode') {
      const mode: unknown = JSON.parse(this.text.slice(valueAt, valueEnd));
      if (typeof mode !== 'string' && mode !== null) this.log.add(problem('wrong-shape', place(), 'text', kind));
      else if (mode !== 'text' && mode !== null) this.log.warn(problem('unknown-mode', place(), mode));
    }
    this.#fields.push(key);
  }

  #entry(section: Section, { key, keyAt, valueAt, valueEnd }: JsonMember): void {
    const field = `${section}.${JSON.stringify(key)}`;
    const place: ProblemPlace = { file: this.file.path, line: this.#lines.at(keyAt).line, field };
    const value: unknown = JSON.parse(this.text.slice(valueAt, valueEnd));
    if (section === 'relevant_docs') this.#judgments(key, value, place);
    else if (typeof value !== 'string') {
      this.log.add(problem('wrong-shape', place, 'text', kindOf(value)));
      this.builder.lost(partOf[section]);
    } else if (section === 'corpus') this.builder.addDoc(key, '', value, place);
    else this.builder.addQuery(key, value, place);
  }

  #judgments(query: string, value: unknown, place: ProblemPlace): void {
    const before = this.#questionsJudged.get(query);
    if (before) this.log.add(problem('duplicate-id', place, 'question', query, placeName(before, place)));
    this.#questionsJudged.set(query, place);
    if (!Array.isArray(value)) {
      this.log.add(problem('wrong-shape', place, 'document-id-list', kindOf(value)));
      this.builder.lost('judgment');
      return;
    }
    value.forEach((doc: unknown, i) => {
      if (typeof doc === 'string') return this.builder.addJudgment(query, doc, 1, place);
      const item = { ...place, field: `${place.field}[${i}]` };
      this.log.add(problem('wrong-shape', item, 'document-id', kindOf(doc)));
      this.builder.lost('judgment');
    });
  }
}

const partOf = { queries: 'question', corpus: 'document', relevant_docs: 'judgment' } as const;

const isSection = (key: string): key is Section => SECTIONS.some((section) => section === key);

const wanted = (section: Section): 'relevant-documents' | 'texts-by-id' =>
  section === 'relevant_docs' ? 'relevant-documents' : 'texts-by-id';
