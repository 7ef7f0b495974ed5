import type { CollectionRecord } from '../../contract/storage';
import type { SourceFile } from '../../contract/workers';
import { addQuestions, type NewQuestion } from '../../domain/questions/add';
import { GENERATED_ORIGINS } from '../../domain/questions/candidate';
import { importedQuestions } from '../../domain/questions/import-questions';
import type { QuestionOrigin } from '../../base/types';
import type { WorkbenchPart } from '../../workbench/workbench';
import { QuestionReview } from '../questions/question-review.svelte';
import { DEFAULT_GENERATION } from '../questions/question-sources.svelte';
import { describeProblem } from '../shared/messages/importing';
import type { EvaluationRequest } from './command';
import { type CommandContext, CommandRefusal, generatingStep, stepOf } from './command-progress';
import { problems as words } from './problem-texts';

type Asking = WorkbenchPart<{
  collections: 'docs';
  questions: 'read' | 'save' | 'readFiles' | 'generate';
}>;

interface Asked {
  readonly collection: CollectionRecord;
  readonly warnings: readonly string[];
}

/** Adds the questions that a command names or generates, unless an interrupted run did so already. */
export async function askedQuestions(
  workbench: Asking,
  collection: CollectionRecord,
  { files, generate }: { readonly files: readonly SourceFile[]; readonly generate: EvaluationRequest['generate'] },
  context: CommandContext,
): Promise<Asked> {
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
  const { questions, warnings } = generate
    ? await generated(workbench, collection.id, generate, context)
    : await imported(workbench, collection.id, files, context);
  const docs = await workbench.collections.docs(collection.id);
  const { questions: after } = addQuestions(before, questions, docs);
  return { collection: await workbench.questions.save(collection.id, after, before), warnings };
}

const isOf = (option: 'questions' | 'generate-questions', origin: QuestionOrigin | undefined): boolean =>
  option === 'questions' ? origin === 'imported' : isGenerated(origin);

const isGenerated = (origin: QuestionOrigin | undefined): boolean =>
  origin !== undefined && (GENERATED_ORIGINS as readonly QuestionOrigin[]).includes(origin);

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
  files: readonly SourceFile[],
  { signal, progress }: CommandContext,
): Promise<NewQuestions> {
  progress(stepOf('Looking for the passages of the questions'));
  const read = await workbench.questions.readFiles(collection, files, { signal, progress: () => undefined });
  if (!read.ok) {
    const more = read.more > 0 ? [words.moreProblems(read.more)] : [];
    throw new CommandRefusal([...read.problems.map(describeProblem), ...more]);
  }
  const truths = read.questions.flatMap((question) => question.truths);
  const nearly = truths.filter(({ found }) => found?.how === 'fuzzy').length;
  const missing = truths.filter(({ found }) => found === null).length;
  const questions = importedQuestions(read.questions, { confirmed: new Set(), keepUnmet: false });
  if (questions.every(({ needs }) => needs.length === 0)) throw new CommandRefusal([words.noneUsable()]);
  return {
    questions,
    warnings: [
      ...read.warnings.map(describeProblem),
      ...(nearly > 0 ? [words.foundNearly(nearly)] : []),
      ...(missing > 0 ? [words.notFound(missing)] : []),
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
  const origins = queries.flatMap(({ origin }) => (origin !== undefined && isGenerated(origin) ? [origin] : []));
  const kinds = GENERATED_ORIGINS.map((origin) => [origin, origins.filter((each) => each === origin).length] as const);
  return {
    generatedQuestions: {
      count: origins.length,
      seed: generate.seed,
      kinds: Object.fromEntries(kinds.filter(([, count]) => count > 0)),
    },
  };
}
