import { canonicalJson } from '../../base/hash';
import { groupBy } from '../../base/containers';
import type { Json } from '../../base/types';
import type { ExperimentSpec } from '../experiment/experiment';
import { type JsonChange, jsonChanges } from './json-changes';

/** A setting of the experiment, or of some of its systems, that is another in the second run. */
export interface SettingChange {
  /** Ids of the systems that have the change; none for a setting of the experiment. */
  readonly systems: readonly string[];
  /** Keys from the outside in, without the position of a retriever; empty where whole systems were added or removed. */
  readonly setting: readonly string[];
  /** Absent where it was added; for whole systems `true` stands for them. */
  readonly before?: Json;
  readonly after?: Json;
}

/** Where two experiments differ: a change that several systems share, as of one retriever in all hybrids, once. */
export function settingChanges(before: ExperimentSpec, after: ExperimentSpec): SettingChange[] {
  const changes = jsonChanges(asJson(before), asJson(after)).map(ofSystems);
  const alike = groupBy(changes, ({ setting, before: former, after: now }) =>
    canonicalJson([setting, former ?? null, now ?? null, former === undefined, now === undefined]),
  );
  return [...alike.values()].map((group) => ({
    ...group[0]!,
    systems: [...new Set(group.flatMap(({ systems }) => systems))],
  }));
}

function ofSystems({ path, ...change }: JsonChange): SettingChange {
  const [list, system, ...rest] = path;
  if (list !== 'systems' || system === undefined) return { systems: [], setting: path, ...change };
  if (rest.length === 0)
    return { systems: [system], setting: [], ...('before' in change ? { before: true } : { after: true }) };
  const setting = rest.filter((key, i) => key !== 'retrievers' && rest[i - 1] !== 'retrievers');
  return { systems: [system], setting: setting.length > 0 ? setting : ['retriever'], ...change };
}

const asJson = (spec: ExperimentSpec): Json => JSON.parse(JSON.stringify(spec)) as Json;
