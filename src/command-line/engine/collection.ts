import { openAsBlob } from 'node:fs';
import { baseName } from '../../base/paths';
import type { Doc, Judgment, LanguageShare, Query } from '../../base/types';
import type { ByteSource } from '../../adapters/files/byte-source';
import { gather, textSources } from '../../adapters/files/read';
import { Meter, DecodedText } from '../../adapters/files/text';
import { DatasetBuilder } from '../../domain/dataset/builder';
import { collectionsAmong } from '../../domain/dataset/formats/registry';
import { languagesOf } from '../../domain/dataset/languages';
import { SourceFailure, ProblemLog } from '../../domain/dataset/problem';
import { fieldIn, idIn, optionalTextIn, readRecords, textIn } from '../../domain/dataset/readers/records';
import type { SourceText, TextBlock } from '../../domain/dataset/source';
import { joinShards } from '../../domain/dataset/shards';
import { chooseSplit } from '../../domain/dataset/splits';
import { countedQuestions } from '../../domain/evidence/counted';
import { CommandRefusal } from '../../ui/command-line/command-progress';
import { describeProblem } from '../../ui/shared/messages/importing';
import type { InputFile } from '../files';
import { problems } from '../../ui/command-line/problem-texts';
import { engineProblems as words } from './texts';

/** A collection of which passages are read again and again, and never held. */
export interface StreamedCollection {
  readonly name: string;
  /** Those that count, in their order. */
  readonly questions: readonly Query[];
  readonly judgments: readonly Judgment[];
  /** Of the first passages. */
  readonly languages: readonly LanguageShare[];
  readonly warnings: readonly string[];
  /** On disk, that passages are read from. */
  readonly passageFiles: readonly string[];
  /** @throws {CommandRefusal} with the place of what is wrong */
  passages(onBytes?: (read: number, total: number) => void): AsyncIterable<Doc>;
}

/** Of files that are read whole: more does not fit in the memory that Node takes. */
const MAX_HELD_BYTES = 2 ** 31;

/** By this name lines are passages, and are read one after the other. */
const LINES = 'corpus.jsonl';
/** Of the passages at the head, by which languages are told. */
const HEAD_BYTES = 2 ** 20;
const IDS = ['_id', 'id', 'doc_id'];

/** Reads a collection; passages that stand one a line stay in their file. @throws {CommandRefusal} where it is unfit */
export async function openCollection(
  files: readonly Pick<InputFile, 'path' | 'file'>[],
  split: string | undefined,
  maxBytes = MAX_HELD_BYTES,
): Promise<StreamedCollection> {
  const log = new ProblemLog();
  const blobs = await Promise.all(files.map(async ({ path, file }) => ({ path, file: await openAsBlob(file) })));
  // Lines of passages have no limit, packed or not.
  const sources = await gather(blobs, log, Infinity);
  const held = new Meter(maxBytes, () => undefined);
  const meterOf = (source: ByteSource, onBytes?: (read: number, total: number) => void): Meter => {
    const meter = new Meter(Infinity, ({ bytesRead }) => onBytes?.(bytesRead, source.bytes));
    meter.start(source.bytes);
    return meter;
  };
  const [corpus, ...others] = sources.filter(({ path }) => baseName(path).toLowerCase() === LINES);
  const lines = corpus !== undefined && others.length === 0 ? corpus : null;
  const rest = await textSources(
    sources.filter((source) => source !== lines),
    () => held,
    log,
    maxBytes,
  );
  const texts = await joinShards(rest, log);
  if (lines) texts.push(headOf(new DecodedText(lines, meterOf(lines), log)));
  const [found, ...more] = await collectionsAmong(texts);
  if (!found || more.length > 0) throw new CommandRefusal([...log.problems.map(describeProblem), words.noCollection()]);
  if (found.areTasks && split === undefined) throw new CommandRefusal([problems.chooseTask(found.splits)]);
  const chosen = chooseSplit(found.splits, split);
  if (chosen === undefined) throw new CommandRefusal([`--split ${split}: ${found.splits.join(', ')}`]);
  const builder = new DatasetBuilder(log);
  await found.read(chosen, builder, log);
  // Judgments of passages that were not read are no mistakes.
  if (lines) builder.lost('document');
  const { docs, queries, judgments } = builder.finish();
  refuseAny(log);
  const questions = countedQuestions({ queries, judgments }, null, []).queries;
  if (questions.length === 0) throw new CommandRefusal([words.noJudged()]);
  const counted = new Set(questions.map(({ id }) => id));
  // Runs of an engine are files whose columns white space separates.
  const blank = questions.find(({ id }) => /\s/.test(id));
  if (blank) throw new CommandRefusal([words.blankInId('question', blank.id)]);
  const judged = judgments.find(({ query, doc }) => counted.has(query) && /\s/.test(doc));
  if (judged) throw new CommandRefusal([words.blankInId('passage', judged.doc)]);
  return {
    name: found.name,
    questions,
    judgments: judgments.filter(({ query }) => counted.has(query)),
    languages: languagesOf(docs),
    warnings: log.warnings.map(describeProblem),
    passageFiles: files.filter(({ path }) => !lines || holds(path, lines.path)).map(({ file }) => file),
    passages: lines ? (onBytes) => linesOf(new DecodedText(lines, meterOf(lines, onBytes), log)) : () => inMemory(docs),
  };
}

/** Whether a file on disk is a file that was read, or the archive that has it. */
const holds = (onDisk: string, read: string): boolean =>
  read === onDisk || read.startsWith(onDisk) || onDisk === `${read}.gz`;

async function* inMemory(docs: readonly Doc[]): AsyncGenerator<Doc> {
  yield* docs;
}

/** The first lines of a file, as if it had no more. */
const headOf = (source: DecodedText): SourceText => ({
  path: source.path,
  bytes: source.bytes,
  head: () => source.head(),
  async *blocks(): AsyncGenerator<TextBlock> {
    let read = 0;
    for await (const block of source.blocks()) {
      yield block;
      if ((read += block.text.length) >= HEAD_BYTES) return;
    }
  },
});

async function* linesOf(source: SourceText): AsyncGenerator<Doc> {
  const log = new ProblemLog();
  const records = readRecords(source, [IDS[0]!, 'text'], log, () => undefined);
  try {
    for await (const block of records) {
      const docs = block.map((record) => ({
        id: idIn(record, fieldIn(record, IDS) ?? IDS[0]!, log),
        title: optionalTextIn(record, 'title', log),
        text: textIn(record, 'text', log),
      }));
      // Whatever is wrong stops before it is indexed.
      refuseAny(log);
      yield* docs as unknown as readonly Doc[];
    }
  } catch (error) {
    if (error instanceof SourceFailure) throw new CommandRefusal([describeProblem(error.problem)]);
    throw error;
  }
  refuseAny(log);
}

function refuseAny({ problems }: ProblemLog): void {
  if (problems.length > 0) throw new CommandRefusal(problems.map(describeProblem));
}
