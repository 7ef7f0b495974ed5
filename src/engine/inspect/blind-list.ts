import { HitrateError } from '../../contract/errors';
import type { BlindComparisonStorage } from '../../contract/blind-comparisons';
import { type BlindComparison, type BlindList, draftedList } from '../../domain/learning/blind-comparison';
import type { Ports } from '../kernel/ports';
import { type TryContext, tryQuestion } from './try-question';

/** Blind comparisons of a collection. A list is shown once it is stored: {@link next} draws it and stores it. */
export interface BlindComparisons extends Omit<BlindComparisonStorage, 'addList'> {
  /** The workers stay, so that models need not be loaded for the next one, until {@link rest} or a run ends. */
  next(id: string, asked: AskedBlind, context: TryContext): Promise<BlindList>;
  /** Frees the memory of the workers, unless something is under way, which does so itself. */
  rest(): Promise<void>;
}

export interface AskedBlind {
  readonly comparison: BlindComparison;
  /** Ids of the systems that are compared now, in the order of the comparison. */
  readonly remaining: readonly string[];
  readonly question: string;
  /** Of the list, from 0. */
  readonly number: number;
}

/**
 * Asks the systems a question as {@link tryQuestion} does, interleaves what they find, and stores the list. Where a system
 * found nothing the list is empty, and done.
 *
 * @throws {HitrateError} of a system that cannot be asked; `changed-elsewhere` where another tab has shown that list
 */
export async function nextBlindList(
  ports: Ports,
  id: string,
  { comparison, remaining, question, number }: AskedBlind,
  context: TryContext,
): Promise<BlindList> {
  const systems = comparison.spec.systems.filter((system) => remaining.includes(system.id));
  const tried = await tryQuestion(ports, id, { ...comparison.spec, systems }, question, context);
  const texts = new Map<string, string>();
  const found = tried.systems.map((system) => {
    // Without all of them nothing is compared.
    if (!system.ok) throw new HitrateError(system.problem.code, system.problem.data as never);
    for (const { id: passage, title, text } of system.lists.passages)
      if (text !== null) texts.set(passage, `${title}\n${text}`);
    return { id: system.id, ranking: system.lists.passages };
  });
  const list = draftedList(comparison, found, number, (passage) => texts.get(passage) ?? null);
  const shownAt = Date.now();
  const shown: BlindList = {
    question: { id: tried.known, text: tried.text },
    list,
    marks: [],
    shownAt,
    doneAt: list.shown.length === 0 ? shownAt : null,
  };
  await ports.storage.blindComparisons.addList(id, comparison.id, number, shown);
  return shown;
}
