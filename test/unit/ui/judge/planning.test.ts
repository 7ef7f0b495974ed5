import { describe, expect, it } from 'vitest';
import { type SequentialInput, sequentialFigures } from '../../../../src/domain/evidence/sequential';
import { plannedAlways } from '../../../../src/domain/planning/planning';
import { planningTexts } from '../../../../src/ui/judge/evidence-text';
import { planningOf } from '../../../../src/ui/judge/judged-evidence';
import { numbers } from '../../domain/statistics/close';

const input = (systems: SequentialInput['systems'], margin = 0.05): SequentialInput => ({
  systems,
  range: [-1, 1],
  alpha: 0.05,
  margin,
  better: 'higher',
});

const values = (seed: number, spread: number): Float64Array =>
  numbers(60, seed).map((each) => 0.5 + spread * (each - 0.5));
const [calm, wild, wilder] = [values(1, 0.1), values(2, 0.6), values(3, 0.9)];

describe('what judging still takes', () => {
  it('is asked of the pair with the widest spread, corrected for the systems that are compared', () => {
    const systems = [calm, wild, wilder].map((each, i) => ({ id: `s${i}`, values: each! }));
    const asked = planningOf(input(systems), sequentialFigures(input(systems)))!;
    expect(asked).toMatchObject({ margin: 0.05, alpha: 0.025, range: [-1, 1] });
    expect(asked.differences).toEqual(wild!.map((value, q) => value - wilder![q]!));
  });

  it('is not asked where it is decided, or any difference matters', () => {
    const apart = [
      { id: 'a', values: values(1, 0.1) },
      { id: 'b', values: values(2, 0.1).map((value) => value + 0.4) },
    ];
    expect(planningOf(input(apart), sequentialFigures(input(apart)))).toBeNull();
    const alike = [calm, wild].map((each, i) => ({ id: `s${i}`, values: each! }));
    expect(planningOf(input(alike, 0), sequentialFigures(input(alike, 0)))).toBeNull();
  });

  it('is said in questions and in hours at the pace of the person', () => {
    const alike = [calm, wild].map((each, i) => ({ id: `s${i}`, values: each! }));
    const figures = sequentialFigures(input(alike));
    const planned = plannedAlways(planningOf(input(alike), figures)!)!;
    const questions = [...Array(60).keys()];
    const counted = { questions, of: 5000, waiting: 0, left: 0, systems: alike, means: new Map() };
    const texts = planningTexts({ kind: 'sequence', counted, planned, ...figures }, 0.05, {
      judgmentsPerQuestion: 10,
      milliseconds: 6000,
    });
    expect(texts[0]).toMatch(/^A difference of \.05 takes about [\d,]+ questions \([\d,]+ to [\d,]+\)\.$/);
    expect(texts.join(' ')).toMatch(/Judging takes about .* h .* at your pace/);
  });
});
