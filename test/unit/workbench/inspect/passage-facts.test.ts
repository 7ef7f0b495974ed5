import { describe, expect, it } from 'vitest';
import type { Missed } from '../../../../src/domain/diagnosis/diagnose';
import { catalogue, lexical } from '../../../../src/domain/experiment/catalogue';
import { type ComposedSystem, composedSystem } from '../../../../src/domain/experiment/composed';
import { DEFAULT_ANALYZER } from '../../../../src/domain/text/analyzer-spec';
import { type Dataset, docId, queryId } from '../../../../src/base/types';
import { createWorkbench } from '../../../../src/workbench/workbench';
import { experiment, keep, openWorkshop } from '../workshop';

const quiet = () => ({ signal: new AbortController().signal, progress: () => undefined });
const words = lexical(DEFAULT_ANALYZER);
const VECTORS = catalogue().find(({ system }) => system.id === 'cosine')!.system.retrievers[0]!;

describe('facts of a missed passage', () => {
  /** 40 passages that share “common” with every question, and one that a question asks for. */
  function asked(question: string, passage: string, other = 'what is zzz common'): Dataset {
    const others = Array.from({ length: 40 }, (_, i) => ({
      id: docId(`o${i}`),
      title: '',
      text: `${other} ${i}`,
    }));
    const docs = [...others, { id: docId('x'), title: '', text: passage }];
    const queries = Array.from({ length: 2 }, (_, i) => ({
      id: queryId(`q${i}`),
      text: i === 0 ? question : 'common 3',
    }));
    return {
      docs,
      queries,
      judgments: [
        { query: queryId('q0'), doc: docId('x'), grade: 1 },
        { query: queryId('q1'), doc: docId('o3'), grade: 1 },
      ],
    };
  }

  async function causeOfMiss(data: Dataset, composed: ComposedSystem): Promise<Missed> {
    const workshop = await openWorkshop();
    const bench = createWorkbench(workshop.ports);
    const collection = await keep(workshop, data);
    const spec = experiment({ families: ['Recall'], measures: [], systems: [], composed: [composed], ks: [1] });
    const result = await bench.runs.run(collection.id, spec, quiet());
    const diagnosis = await bench.inspect.diagnosis(result, composed.id, 1, quiet());
    return diagnosis.questions[0]!.missed[0]!;
  }

  it('an analyzer that cuts no Chinese leaves no word that both share', async () => {
    const data = asked('水泵的压力 common', '介绍水泵的文章');
    const whole = lexical({ ...DEFAULT_ANALYZER, tokens: 'words' });
    expect(await causeOfMiss(data, composedSystem('s', [whole]))).toMatchObject({
      cause: 'analyzer',
      facts: { shared: { written: 1 }, retrievers: [{ words: 0, rank: null }] },
    });
  });

  it('an analyzer that leaves a word between particles has it', async () => {
    const data = asked('根が腐る common', 'この根が太い', '根が腐る common');
    expect((await causeOfMiss(data, composedSystem('s', [words]))).facts.retrievers[0]).toMatchObject({ words: 1 });
  });

  it('function words are no shared words', async () => {
    const data = asked('what is common', 'Of this nothing is said here.');
    expect(await causeOfMiss(data, composedSystem('s', [words]))).toMatchObject({
      cause: 'no-shared-words',
      facts: { shared: { written: 0, stems: 0 }, retrievers: [{ kind: 'words', words: 0 }] },
    });
  });

  it('a passage of which the model reads the beginning alone is truncated', async () => {
    const data = asked('zzz common', `${'quiet beginning '.repeat(10)} zzz common`);
    expect(await causeOfMiss(data, composedSystem('s', [VECTORS]))).toMatchObject({
      cause: 'truncated',
      facts: { retrievers: [{ kind: 'vectors', truncated: true }] },
    });
  });
});
