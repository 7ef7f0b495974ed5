import { HitrateError } from '../../contract/errors';
import type { ResultRecord } from '../../contract/result';
import { PARTS, partsOf } from '../../domain/experiment/parts';
import type { HandedContent, HandedFile, HandedSystem, HandoverNote, TargetId } from '../../domain/handover/target';
import { handoverNotes } from '../../domain/handover/files';
import { expressedFor, TARGETS, unreadSystem } from '../../domain/handover/targets';
import { type Ports, requireCollection } from '../kernel/ports';
import { alone, type Following, type RunProgress } from '../kernel/run-types';
import { Session } from '../run/session';
import type { StageContext } from '../run/stage-context';
import { dimensionsOf, openContent } from './handed-content';

export interface HandoverRequest {
  readonly system: string;
  readonly target: TargetId;
  readonly passages: boolean;
  readonly vectors: boolean;
  readonly approximate: boolean;
}

export type HandedOver = Awaited<ReturnType<typeof handOver>>;

type Deliver = (file: HandedFile) => Promise<void>;
type Context = Following<RunProgress>;

/** @throws {HitrateError} `handover-nothing-near` where the target has nothing near the system */
export const handOver = (
  ports: Ports,
  result: ResultRecord,
  request: HandoverRequest,
  deliver: Deliver,
  context: Context,
) => alone(ports, context, () => handedOver(ports, result, request, deliver, context));

async function handedOver(
  ports: Ports,
  { spec, collection }: ResultRecord,
  request: HandoverRequest,
  deliver: Deliver,
  context: Context,
) {
  const given = spec.systems.find(({ id }) => id === request.system)!;
  const target = TARGETS[request.target];
  const expressed = expressedFor(request.target, given);
  const system = expressed.nearest;
  if (!system) throw new HitrateError('handover-nothing-near', { system: given.id, target: request.target });
  const session = await Session.open(ports, { collection, queries: [], spec: { ...spec, systems: [system] } }, context);
  const { context: stage } = await session.chunking(system);
  const handed = await describe(stage, { ...unreadSystem(spec, system), approximate: request.approximate });
  const content = await openContent(stage, handed, target, request);
  const files = target.files(handed, content);
  for (const file of files) await deliver(file);
  return {
    handed,
    expressed,
    notes: [...handoverNotes(target, handed), ...longTerms(content)],
    commands: target.commands(handed, content),
    paths: files.map(({ path }) => path),
  };
}

function longTerms({ shortened }: HandedContent): HandoverNote[] {
  const passages = shortened();
  return passages === 0 ? [] : [{ code: 'long-terms', data: { passages } }];
}

async function describe(stage: StageContext, handed: HandedSystem): Promise<HandedSystem> {
  const { ports, collection, signal } = stage;
  const { system } = handed;
  const analyzers = partsOf(PARTS, system).flatMap(({ entry, spec }) => entry.analyzers?.(spec) ?? []);
  const languages = [...new Set(analyzers.flatMap(({ stopWords }) => stopWords))];
  const stopWords = languages.length > 0 ? await ports.lexical.with(signal).stopWords({ languages }) : {};
  const dimensions: (number | null)[] = [];
  for (const spec of system.retrievers) dimensions.push(await dimensionsOf(stage, spec));
  const { metadata } = await requireCollection(ports, collection);
  return { ...handed, dimensions, stopWords, fields: metadata?.fields ?? [] };
}
