import type { Misfit } from '../../base/cddl';
import { isCurrent, type ResultRecord, type SystemResult } from '../../contract/result';
import type { Questions } from '../../contract/storage';
import { addList, type BlindSession, type SessionList, standingOf } from '../../domain/learning/blind-session';
import { learnedKey, rankingsKey, scoredByKey } from '../../domain/run/kept-keys';
import { longestOf, unpackRankings } from '../../domain/run/packed';
import { keyOfQuestions } from '../../domain/scoring/questions-key';
import { type KeptLists, wrongFigures, wrongMeans } from '../../domain/workspace/figures';
import { PATHS } from '../../domain/workspace/manifest';
import type { SavedRecord, SavedResult } from './contents';
import { areLists, type LineMisfit, flawed, InvalidEntry, isOnce, type ReadLists } from './entry-values';
import { type EntryValues, numbersOf, resultOf, runOf, scoredByOf, suppliedOf } from './read-contents';

export interface EntryMisfit extends LineMisfit {
  readonly entry: string;
}

/** Where entries do not fit each other, or hold figures that the rest of the file does not give: the first of each. */
export function flawsBetween(values: EntryValues): EntryMisfit[] {
  const found: EntryMisfit[] = [];
  const names = new Set<string>();
  const look = (pathOf: (n: number) => string, check: (n: number) => string): void => {
    for (const n of numbersOf(values, pathOf))
      caught(pathOf(n), () => {
        const name = check(n);
        const key = `${pathOf(0)} ${name}`;
        if (names.has(key)) throw flawed('', 'a name of its own', name);
        names.add(key);
      });
  };
  const caught = (entry: string, check: () => void): void => {
    try {
      check();
    } catch (error) {
      if (!(error instanceof InvalidEntry)) throw error;
      found.push({ entry, ...error.flaw });
    }
  };
  look(PATHS.run, (n) => runOf(values, n).header.system);
  look(PATHS.supplied, (n) => suppliedOf(values, n).header.name);
  const results: SavedResult[] = [];
  look(PATHS.result, (n) => {
    const result = checkedResult(values, n);
    results.push(result);
    return result.key;
  });
  caught(PATHS.stages, () => checkStages(values, results));
  caught(PATHS.blindComparisons, () => checkSessions((values.get(PATHS.blindComparisons) ?? []) as StoredSession[]));
  return found;
}

/** What a collection says of its documents and questions and they do not give. @param found what they give */
export function correctedFigures(values: EntryValues, found: SavedRecord): LineMisfit[] {
  const kept = values.get(PATHS.collection) as SavedRecord;
  const counts = Object.entries(kept.counts).map(([key, count]) => {
    return { path: `counts.${key}`, found: count, now: found.counts[key as keyof SavedRecord['counts']] };
  });
  return [...counts, { path: 'corpusKey', found: kept.corpusKey, now: found.corpusKey }].flatMap((each) =>
    each.found === each.now ? [] : [{ path: each.path, expected: String(each.now), found: String(each.found) }],
  );
}

/** What is kept beside a result has an entry of its own, where it is checked with the result. */
function checkStages(values: EntryValues, results: readonly SavedResult[]): void {
  const beside = new Set(
    results.flatMap(({ key, spec }) => spec.systems.flatMap(({ id }) => [rankingsKey(key, id), learnedKey(key, id)])),
  );
  const stages = (values.get(PATHS.stages) ?? []) as readonly { readonly key: string }[];
  const at = stages.findIndex(({ key }) => beside.has(key));
  if (at >= 0) throw flawed('key', 'no key of what is beside a result', stages[at]!.key, at + 1);
}

function checkedResult(values: EntryValues, n: number): SavedResult {
  const result = resultOf(values, n);
  const { queries, systems, spec } = result;
  for (const field of ['queries', 'docs'] as const)
    if (field in result && !isOnce((result as ResultRecord)[field])) throw flawed(field, 'each once', 'one again', 1);
  const ids = spec.systems.map(({ id }) => id);
  for (const [i, { id, perQuery }] of systems.entries()) {
    if (!ids.includes(id) || systems.findIndex((other) => other.id === id) < i)
      throw flawed('id', 'a system of the experiment, once', id, i + 2);
    for (const [text, { length }] of Object.entries(perQuery))
      if (length !== queries.length)
        throw flawed(`perQuery.${text}`, `${queries.length} values`, String(length), i + 2);
  }
  if (isCurrent(result as ResultRecord)) checkFigures(values, n, result as ResultRecord);
  return result;
}

function checkFigures(values: EntryValues, n: number, result: ResultRecord): void {
  const { excluded, queries, spec, systems } = result;
  const ids = spec.systems.map(({ id }) => id);
  if (systems.length < ids.length)
    throw flawed('', `${ids.length} systems, as in its experiment`, String(systems.length));
  if (excluded && excluded.length !== queries.length)
    throw flawed('excluded', `${queries.length} lists`, String(excluded.length), 1);
  const judged = scoredBy(values, result);
  for (const [i, system] of systems.entries()) {
    const lists = listsOf(values, n, result, system, i + 2);
    const { chunker } = spec.systems.find(({ id }) => id === system.id)!;
    const isOfPassages = chunker !== undefined && chunker.kind !== 'whole' && !spec.aggregate;
    const wrong: Iterable<Misfit> = judged && !isOfPassages ? wrongFigures(spec, queries, system, lists, judged) : [];
    for (const { path, expected, found } of [...wrongMeans(system), ...wrong])
      throw flawed(path, expected, found, i + 2);
  }
}

/** Null where they are not in the file, as after an edit: the page says so. */
function scoredBy(values: EntryValues, { questionsKey }: ResultRecord): Questions | null {
  const now = {
    queries: values.get(PATHS.queries) ?? [],
    judgments: values.get(PATHS.judgments) ?? [],
    requirements: values.get(PATHS.requirements) ?? [],
  } as Questions;
  const questions = scoredByOf(values).get(scoredByKey(questionsKey)) ?? now;
  return keyOfQuestions(questions) === questionsKey ? questions : null;
}

function listsOf(
  values: EntryValues,
  n: number,
  { queries, docs, spec }: ResultRecord,
  system: SystemResult,
  line: number,
): KeptLists {
  const { top, firstRelevant, depth } = system;
  for (const field of ['perQuery', 'measures'] as const)
    if (!isDeepEqual(Object.keys(system[field]), spec.measures))
      throw flawed(field, spec.measures.join(', '), Object.keys(system[field]).join(', '), line);
  const beside = [...Object.keys(system.ties), ...Object.keys(system.unjudged)];
  const unknown = beside.find((key) => !spec.measures.includes(key) && !spec.ks.includes(Number(key)));
  if (unknown !== undefined) throw flawed('ties', 'measures and k of the experiment', unknown, line);
  if (firstRelevant.length !== queries.length)
    throw flawed('firstRelevant', `${queries.length} ranks`, String(firstRelevant.length), line);
  if (!areLists({ docs, rankings: top }, queries.length))
    throw flawed('top', 'lists of the questions and documents of the result', 'others', line);
  const m = spec.systems.findIndex(({ id }) => id === system.id) + 1;
  const whole = values.get(PATHS.rankings(n, m)) as ReadLists | undefined;
  if (whole && !isDeepEqual(whole.queries, queries))
    throw flawed('queries', `the questions of ${PATHS.rankings(n, m)}`, 'others', 1);
  if (whole) return { lists: unpackRankings(whole.kept.rankings, whole.kept.docs), cutAt: null };
  const longest = longestOf(top);
  return { lists: unpackRankings(top, docs), cutAt: longest < depth ? longest : null };
}

const isDeepEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

interface StoredSession {
  readonly key: string;
  readonly value: BlindSession | SessionList;
}

function checkSessions(entries: readonly StoredSession[]): void {
  const standings = new Map<string, ReturnType<typeof standingOf>>();
  for (const [i, { key, value }] of entries.entries()) {
    const [, id, number] = key.split(' ');
    if (number === undefined) {
      if ((value as BlindSession).id !== id) throw flawed('value.id', id!, (value as BlindSession).id, i + 1);
      standings.set(id!, standingOf(value as BlindSession));
    } else {
      const standing = standings.get(id!);
      if (!standing) throw flawed('key', 'a list after its session', key, i + 1);
      if ((value as SessionList).doneAt === null) continue;
      try {
        addList(standing, value as SessionList);
      } catch {
        throw flawed('value.list', 'a list that its session can have shown', 'another', i + 1);
      }
    }
  }
}
