import { describe, expect, it } from 'vitest';
import { FILE_VERSIONS, versionProblem } from '../../../src/base/file-version';
import { jsonOr } from '../../../src/base/typed-json';
import { readExperiment } from '../../../src/domain/experiment/experiment-file';
import { parseTrained, trainedFile } from '../../../src/domain/ltr/learned-spec';
import { dumpOf, DUMPS, exportedFile, recordsOf } from '../../stored/dump';
import { messageOf } from '../../../src/ui/shared/messages/message-of';
import { CARDS } from '../ui/result';

const NOTHING = { documents: true, languages: [], runs: [], supplied: [] };

it('a file of a newer version is refused with both versions and what to do, not with the fields that are unknown', () => {
  const newer = { schema: 99, somethingNew: true };
  const read = readExperiment(JSON.stringify(newer), CARDS, NOTHING);
  expect(read.ok ? [] : read.problems.map((problem) => messageOf(problem))).toEqual([
    expect.stringMatching(
      /newer version of Hitrate .* experiment has version 99, .* up to 1 are read here.*update this page/,
    ),
  ]);
  const ranker = parseTrained({ ...newer, kind: 'model' });
  expect(ranker.ok ? [] : ranker.problems.map((problem) => messageOf(problem))).toEqual([
    expect.stringMatching(/newer version of Hitrate .* learned ranker has version 99/),
  ]);
});

it('a file that is nested deeper than a stack is refused with that reason', () => {
  for (const deep of [
    `{"schema":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
    `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
  ]) {
    const read = readExperiment(deep, CARDS, NOTHING);
    expect(read.ok ? [] : read.problems.map((problem) => messageOf(problem))).toEqual([
      expect.stringContaining('it is nested more than 500 deep'),
    ]);
    expect(jsonOr(deep, 'no JSON')).toBe('no JSON');
  }
});

describe('the version of a file', () => {
  it('is 1 where none is written, as the first files had it', () => {
    expect(versionProblem({ kind: 'model' }, 'ranker')).toBeNull();
    expect(versionProblem({ schema: FILE_VERSIONS.ranker }, 'ranker')).toBeNull();
  });

  it.each(['1', 0, 1.5, null, -1])('is a whole number from 1, and not %j', (schema) => {
    expect(versionProblem({ schema }, 'experiment')).toMatch(/^schema: .*whole number from 1/);
  });
});

describe.each(DUMPS)('what %s exported', (version) => {
  it('is an experiment that is read here, where the models, files and parts that it names are', () => {
    const text = exportedFile(version, 'experiment.json');
    // The models are not those of this test: nothing else is wrong with it.
    const read = readExperiment(text, [], NOTHING);
    const codes = read.ok ? [] : read.problems.map(({ code }) => code);
    expect(
      codes.filter((code) => !['model-not-here', 'file-missing', 'run-missing', 'system-retired'].includes(code)),
    ).toEqual([]);
    expect(codes.length).toBeGreaterThan(0);
  });

  it('is a ranker that is read here, with the spec that its cached scores have', () => {
    const json = JSON.parse(exportedFile(version, 'model.json')) as Record<string, unknown>;
    const read = parseTrained(json);
    if (!read.ok) throw new Error(JSON.stringify(read.problems));
    const { schema: _version, ...spec } = json;
    expect(read.spec).toEqual(spec);
    expect(parseTrained(JSON.parse(trainedFile(read.spec)))).toEqual(read);
    expect(JSON.parse(trainedFile(read.spec))).toHaveProperty('schema', FILE_VERSIONS.ranker);
  });

  it('is results with the systems of the result that is stored', () => {
    const { systems } = JSON.parse(exportedFile(version, 'results.json')) as { systems: { id: string }[] };
    const stored = JSON.stringify(recordsOf(dumpOf(version), 'results'));
    for (const { id } of systems) expect(stored).toContain(`"id":"${id}"`);
  });
});
