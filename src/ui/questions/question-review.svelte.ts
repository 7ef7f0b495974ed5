import { changedSet } from '../../base/containers';
import type { CheckedCandidate } from '../../domain/questions/candidate';
import { needOf, type NewQuestion } from '../../domain/questions/add';
import { type Failing, failingChecks, wordChecks } from '../../domain/questions/checks';
import type { Place, QuestionOrigin } from '../../base/types';

interface Held {
  readonly key: number;
  /** With the text as the person has edited it, and the checks of that text. */
  readonly candidate: CheckedCandidate;
  /** Null leaves it to the checks. */
  readonly choice: boolean | null;
  /** Positions in `checks.elsewhere` of the places that count as right too. */
  readonly alternatives: ReadonlySet<number>;
}

export interface ReviewItem extends Held {
  readonly failing: readonly Failing[];
  readonly keep: boolean;
}

export type ReviewDecision = 'all' | 'kept' | 'dropped' | Failing;

export class QuestionReview {
  #held = $state.raw<readonly Held[]>([]);
  origin = $state<QuestionOrigin | 'all'>('all');
  verdict = $state<ReviewDecision>('all');
  #nextKey = 0;
  readonly items = $derived(this.#held.map((held) => this.#itemOf(held)));
  readonly shown = $derived(
    this.items.filter(
      ({ candidate, keep, failing }) =>
        (this.origin === 'all' || candidate.origin === this.origin) && isOf(this.verdict, keep, failing),
    ),
  );

  constructor(private readonly textAt: (place: Place) => string) {}

  get kept(): readonly ReviewItem[] {
    return this.items.filter(({ keep }) => keep);
  }
  get chosenByHand(): boolean {
    return this.#held.some(({ choice }) => choice !== null);
  }

  clear(): void {
    this.#held = [];
    this.origin = 'all';
    this.verdict = 'all';
  }

  /** Adds behind those that are there. Places with the same question or text count as right too, until the person says otherwise. */
  add(candidates: readonly CheckedCandidate[]): void {
    const held = candidates.map((candidate): Held => {
      const sure = [...candidate.checks.elsewhere.keys()].filter(
        (i) => candidate.checks.elsewhere[i]!.why !== 'holds-words',
      );
      return { key: this.#nextKey++, candidate, choice: null, alternatives: changedSet([], sure, true) };
    });
    this.#held = [...this.#held, ...held];
  }

  choose(keys: readonly number[], keep: boolean): void {
    this.#change(keys, (held) => ({ ...held, choice: keep }));
  }

  undoChoices(): void {
    this.#held = this.#held.map((held) => ({ ...held, choice: null }));
  }

  /** Another text for a question; leak and self-containment are checked anew, the places elsewhere stay those of the first text. */
  edit(key: number, text: string): void {
    this.#change([key], (held) => {
      const candidate = { ...held.candidate, text };
      const words = wordChecks(candidate, this.textAt(candidate.place));
      const checks = { ...held.candidate.checks, ...words, distractors: null };
      return { ...held, candidate: { ...candidate, checks } };
    });
  }

  setAlternative(key: number, position: number, counts: boolean): void {
    this.#change([key], (held) => ({ ...held, alternatives: changedSet(held.alternatives, [position], counts) }));
  }

  questions(): NewQuestion[] {
    return this.kept
      .filter(({ candidate }) => candidate.text.trim() !== '')
      .map(({ candidate: { text, origin, model, answer, place, checks }, alternatives }) => ({
        text: text.trim(),
        origin,
        ...(model !== undefined && { model }),
        ...(answer !== undefined && { answer }),
        needs: [
          needOf(
            place,
            checks.elsewhere.filter((_, i) => alternatives.has(i)).map((each) => each.place),
          ),
        ],
      }));
  }

  #itemOf(held: Held): ReviewItem {
    const failing = failingChecks(held.candidate);
    return { ...held, failing, keep: held.choice ?? failing.length === 0 };
  }

  #change(keys: readonly number[], change: (held: Held) => Held): void {
    this.#held = this.#held.map((held) => (keys.includes(held.key) ? change(held) : held));
  }
}

function isOf(verdict: ReviewDecision, keep: boolean, failing: readonly Failing[]): boolean {
  if (verdict === 'all') return true;
  if (verdict === 'kept' || verdict === 'dropped') return keep === (verdict === 'kept');
  return failing.includes(verdict);
}
