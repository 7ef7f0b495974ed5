import { baseName } from '../../base/paths';
import { isOfQuestions, mappingText } from '../../domain/dataset/roles/role';
import { certainRoles } from '../../domain/dataset/roles/propose';
import { mappingOf, type Mappings } from '../../domain/dataset/roles/with-roles';
import { askingOf } from './read-collection';
import type { CollectionRecord } from '../../contract/storage';
import type { SourceFile } from '../../contract/workers';
import { addQuestions, type NewQuestion } from '../../domain/questions/add';
import { GENERATED_ORIGINS, isMade } from '../../domain/questions/candidate';
import { importCounts, importedQuestions } from '../../domain/questions/place-questions';
import type { Doc, QuestionOrigin } from '../../base/types';
import type { WorkbenchPart } from '../../workbench/workbench';
import { QuestionReview } from '../questions/question-review.svelte';
import { DEFAULT_GENERATION } from '../questions/question-sources.svelte';
import { describeProblem } from '../shared/messages/importing';
import type { EvaluationRequest } from './command';
import { type CommandContext, CommandRefusal, generatingStep, stepOf } from './command-progress';
import { problems as words } from './problem-texts';

type Asking = WorkbenchPart<{
  collections: 'docs' | 'tables';
  questions: 'read' | 'save' | 'readFiles' | 'generate';
}>;

/** Adds the questions that a command names or generates, unless an interrupted run did so already. */
export async function askedQuestions(
  workbench: Asking,
  collection: CollectionRecord,
  files: readonly SourceFile[],
  { generate, mappings = {} }: Pick<EvaluationRequest, 'generate' | 'mappings'>,
  context: CommandContext,
): Promise<{ readonly collection: CollectionRecord; readonly warnings: readonly string[] }> {
  const option = files.length > 0 ? 'questions' : generate ? 'generate-questions' : null;
  if (option === null) {
    if (collection.counts.judgedQueries === 0)
      throw new CommandRefusal([words.noQuestions(collection.documents !== undefined)]);
    return { collection, warnings: [] };
  }
  if (collection.counts.docs === 0) throw new CommandRefusal([words.noDocuments(option)]);
  const before = await workbench.questions.read(collection.id);
  if (before.queries.some(({ origin }) => isOf(option, origin))) return { collection, warnings: [] };
  if (collection.counts.judgedQueries > 0)
    throw new CommandRefusal([words.ownQuestions(option, collection.counts.judgedQueries)]);
  const docs = await workbench.collections.docs(collection.id);
  const { questions, warnings } = generate
    ? await generated(workbench, collection.id, generate, context)
    : await imported(workbench, collection.id, docs, files, mappings, context);
  const { questions: after } = addQuestions(before, questions, docs);
  return { collection: await workbench.questions.save(collection.id, after, before), warnings };
}

const isOf = (option: 'questions' | 'generate-questions', origin: QuestionOrigin | undefined): boolean =>
  option === 'questions' ? origin === 'imported' : isMade(origin);

interface NewQuestions {
  readonly questions: readonly NewQuestion[];
  readonly warnings: readonly string[];
}

/** As in the page, without a person who looks through them: what its checks drop at first is dropped. */
async function generated(
  workbench: Asking,
  collection: string,
  { limit, seed }: NonNullable<EvaluationRequest['generate']>,
  { signal, progress }: CommandContext,
): Promise<NewQuestions> {
  const options = { ...DEFAULT_GENERATION, limit, seed };
  const { candidates } = await workbench.questions.generate(collection, options, {
    signal,
    progress: (step) => progress(generatingStep(step)),
  });
  // No question is edited here, which alone would need the text.
  const review = new QuestionReview(() => '');
  review.add(candidates);
  const questions = review.questions();
  if (questions.length === 0) throw new CommandRefusal([words.noneGenerated()]);
  const dropped = candidates.length - questions.length;
  return { questions, warnings: [words.generated(questions.length, dropped, limit, seed)] };
}

/** Passages that are found nearly are left out, since nobody is there to confirm them; a warning says how many. */
async function imported(
  workbench: Asking,
  collection: string,
  docs: readonly Doc[],
  files: readonly SourceFile[],
  mappings: Mappings,
  { signal, progress }: CommandContext,
): Promise<NewQuestions> {
  progress(stepOf('Looking for the passages of the questions'));
  const readBy = (by: Mappings) =>
    workbench.questions.readFiles(collection, files, { mappings: by, signal, progress: () => undefined });
  let read = await readBy(mappings);
  const proposals = read.ok
    ? []
    : await workbench.collections.tables(
        files,
        signal,
        docs.map(({ id }) => id),
      );
  const certain = proposals
    .map((table) => ({ file: table.file, proposed: certainRoles(table) }))
    .filter(({ file, proposed }) => isOfQuestions(proposed) && !mappingOf({ path: file }, mappings));
  if (certain.length > 0)
    read = await readBy({ ...Object.fromEntries(certain.map(({ file, proposed }) => [file, proposed])), ...mappings });
  if (!read.ok) {
    const more = read.more > 0 ? [words.moreProblems(read.more)] : [];
    throw new CommandRefusal([...read.problems.map(describeProblem), ...more, ...askingOf(proposals)]);
  }
  const counts = importCounts(read.questions);
  const questions = importedQuestions(read.questions, { confirmed: new Set(), keepUnmet: false });
  if (questions.every(({ needs }) => needs.length === 0)) throw new CommandRefusal([words.noneUsable()]);
  return {
    questions,
    warnings: [
      ...read.warnings.map(describeProblem),
      ...certain.map(({ file, proposed }) => words.mapped(baseName(file), mappingText(proposed))),
      ...(counts.nearly > 0 ? [words.foundNearly(counts.nearly)] : []),
      ...(counts.ambiguous > 0 ? [words.inManyPlaces(counts.ambiguous)] : []),
      ...(counts.missing > 0 ? [words.notFound(counts.missing)] : []),
      ...(counts.answers > 0 ? [words.noQuotations(counts.answers)] : []),
      ...(counts.unknownSources.length > 0 ? [words.unknownSources(counts.unknownSources)] : []),
    ],
  };
}

/** What the results say of generated questions; absent where there are none. */
export async function generatedNote(
  { questions }: WorkbenchPart<{ questions: 'read' }>,
  collection: string,
  generate: EvaluationRequest['generate'],
): Promise<{ readonly generatedQuestions?: object }> {
  if (!generate) return {};
  const { queries } = await questions.read(collection);
  const origins = queries.flatMap(({ origin }) => (origin !== undefined && isMade(origin) ? [origin] : []));
  const kinds = GENERATED_ORIGINS.map((origin) => [origin, origins.filter((each) => each === origin).length] as const);
  return {
    generatedQuestions: {
      count: origins.length,
      seed: generate.seed,
      kinds: Object.fromEntries(kinds.filter(([, count]) => count > 0)),
    },
  };
}
