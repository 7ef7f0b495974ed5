import { groupBy } from '../../base/containers';
import type { Json } from '../../base/types';
import { chunkerName, isPlainWhole } from '../../domain/chunk/chunker-spec';
import { modelsOfSystem, type SystemSpec } from '../../domain/experiment/parts';
import { DEFAULT_RESAMPLES, DEFAULT_SEED } from '../../domain/statistics/significant';
import { DEVICE_NAMES } from '../../domain/models/configuration';
import { labelOf } from '../results/columns';
import type { MergeRule } from '../../domain/judging/judges';
import { mergedText, RULE_TEXTS } from '../several-judges/judges-text';
import { count, counted, fixed, languageShares, list, clip, difference, measure as value } from '../shared/format';
import { chunkingText } from '../documents/chunking-text';
import { scoringText } from '../shared/messages/handover';
import { latencyNote, recommendedTime } from '../shared/messages/latency';
import { marginText, testText, type BadgeText } from '../shared/messages/verdict-badges';
import { systemText } from '../shared/system-text';
import {
  type Markup,
  markup,
  type ReportParts,
  shownName,
  shownSentence,
  markupText,
  shownNames,
} from './report-parts';
import { failuresSection, noAnswerSection, slicesSection, systemsTable } from './report-sections';
import { visibleJson } from '../../domain/report/visible-text';
import { namedCaveat, weighedCaveats } from '../findings/caveats';
import { messageOf } from '../shared/messages/message-of';
import { verdictText } from '../shared/messages/verdict';
import { qualityFigure } from './report-charts';
import { REPORT_STYLE } from './report-style';

/** More are in the template alone. */
const MAX_SYSTEMS = 12;

type Entry = readonly [term: string, ...details: string[]];

/** What is needed to make it again, in words; all of it is in the templates. */
export function howMade(parts: ReportParts): Markup {
  const entries: readonly Entry[] = [
    ['Hitrate', `Version ${versionOf(parts.result.manifest)}, ${madeAt(parts)}`],
    ['Collection', ...collectionText(parts)],
    ['Passages', ...passagesText(parts)],
    ['Engine', ...engineText(fieldOf(parts.result.manifest, 'engine'))],
    ['Systems', ...systemsText(parts)],
    ['Models', ...modelsText(parts)],
    ['Measures', measuresText(parts)],
    ['Statistics', statisticsText(parts)],
    ['Protocol', ...protocolText(parts)],
  ];
  return markup`<h2>How it was made</h2>
<dl class="made">
${entries
  .filter(([, ...details]) => details.length > 0)
  .map(
    ([term, ...details]) => markup`<dt>${term}</dt>${details.map((text) => markup`<dd>${shownSentence(text)}</dd>`)}\n`,
  )}</dl>
`;
}

const DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

const madeAt = ({ result }: Pick<ReportParts, 'result'>): string =>
  `${DATE.format(result.createdAt).replace(' at ', ', ')} UTC`;

function versionOf(manifest: Json): string {
  const version = fieldOf(fieldOf(manifest, 'versions'), 'hitrate');
  return typeof version === 'string' ? version : 'unknown';
}

function fieldOf(json: Json | undefined, name: string): Json | undefined {
  if (json === undefined || json === null || typeof json !== 'object' || Array.isArray(json)) return undefined;
  return Object.hasOwn(json, name) ? (json as { readonly [key: string]: Json })[name] : undefined;
}

function collectionText({ collection: { name, counts, languages }, result }: ReportParts): string[] {
  const { docs, characters, judgments } = counts;
  const documents = docs > 0 ? `${counted(docs, 'document')} with ${counted(characters, 'character')}` : 'no documents';
  const spoken = languages.length > 0 ? ` (${languageShares(languages.slice(0, 6))})` : '';
  return [
    `${shownName(name)}: ${documents}${spoken}; ${counted(result.queries.length, 'question')} evaluated, ${counted(judgments, 'judgment')}.`,
    ...mergedJudgments(fieldOf(fieldOf(result.manifest, 'collection'), 'merged')),
  ];
}

/** As `MergeSummary`; what an earlier or a later version wrote otherwise is left out. */
function mergedJudgments(merged: Json | undefined): string[] {
  const [judges, rule, own] = (['judges', 'rule', 'own'] as const).map((name) => fieldOf(merged, name));
  if (typeof judges !== 'number' || typeof rule !== 'string' || !Object.hasOwn(RULE_TEXTS, rule)) return [];
  const [places, alpha] = (['judgedTwice', 'alpha'] as const).map((name) => fieldOf(merged, name));
  const how = mergedText(judges, rule as MergeRule, own === 'counts' ? 'counts' : 'decides');
  if (typeof alpha !== 'number' || typeof places !== 'number') return [how];
  return [
    `${how} Krippendorff’s α is ${fixed(alpha, 2)} (ordinal), on ${counted(places, 'passage')} that two or more judged.`,
  ];
}

const passagesText = ({ result }: ReportParts): string[] =>
  result.chunkings.map(({ chunker, passages }) =>
    chunker === null || isPlainWhole(chunker)
      ? `Documents are not chunked: ${counted(passages, 'passage')}.`
      : `${chunkerName(chunker)}: ${counted(passages, 'passage')}. ${chunkingText(chunker)}`,
  );

/** What searched instead of the page, and what joined its lists; nothing where the page did. */
function engineText(engine: Json | undefined): string[] {
  const [version, passages, systems] = (['version', 'passages', 'systems'] as const).map((name) =>
    fieldOf(engine, name),
  );
  if (typeof version !== 'string' || typeof passages !== 'number') return [];
  const entries = Object.entries((systems ?? {}) as { readonly [id: string]: Json });
  const joinedBy = (by: string): string[] =>
    entries.flatMap(([id, system]) => (fieldOf(fieldOf(system, 'fusion'), 'by') === by ? [shownName(id)] : []));
  const [there, here] = [joinedBy('engine'), joinedBy('hitrate')];
  return [
    `${version} searched its ${counted(passages, 'passage')}.`,
    ...otherScorings(entries),
    ...(there.length > 0 ? [`It joined the lists of ${list(there)} itself.`] : []),
    ...(here.length > 0 ? [`Hitrate joined the lists of ${list(here)}.`] : []),
  ];
}

/** Scorings of words that the engine does not have, a sentence each, with the systems that asked for it. */
function otherScorings(systems: readonly (readonly [id: string, system: Json])[]): string[] {
  const replaced = systems.flatMap(([id, system]) => {
    const retrievers = fieldOf(system, 'retrievers');
    return (Array.isArray(retrievers) ? (retrievers as Json[]) : []).flatMap((each) => {
      const [asked, given] = [fieldOf(each, 'insteadOf'), fieldOf(each, 'scoring')];
      return typeof asked === 'string' && typeof given === 'string' ? [{ id, asked, given }] : [];
    });
  });
  return [...groupBy(replaced, ({ asked, given }) => `${asked} ${given}`).values()].map((of) => {
    const [{ asked, given }] = of as [(typeof of)[number]];
    const names = [...new Set(of.map(({ id }) => shownName(id)))];
    return `It cannot score by ${scoringText(asked)}, which ${list(names)} asked for: words were scored by ${scoringText(given)}.`;
  });
}

function systemsText({ result, names }: ReportParts): string[] {
  const { systems } = result.spec;
  const lines = systems.slice(0, MAX_SYSTEMS).map((system) => `${names.name(system.id)}: ${systemText(system)}.`);
  return systems.length > MAX_SYSTEMS
    ? [...lines, `And ${counted(systems.length - MAX_SYSTEMS, 'other system')}.`]
    : lines;
}

const BUNDLED = /^hitrate-/;
/** Repository, commit and precision of a model that was added. */
const ADDED = /^(.*)@([0-9a-f]{12}):(\w+)(?::.*)?$/;

function modelsText({ result: { spec, manifest } }: ReportParts): string[] {
  const devices = fieldOf(manifest, 'devices');
  const loaded = typeof devices === 'object' && devices !== null ? Object.values(devices as object) : [];
  return distinctModels(spec.systems).map(({ model, revision, device }) => {
    const added = ADDED.exec(model);
    const name = added ? `${added[1]!} at ${added[2]!}, ${added[3]!}` : model;
    const precision = BUNDLED.test(model) ? ', with quantised weights' : '';
    const use = loaded.find((each) => fieldOf(each as Json, 'model') === model) as Json | undefined;
    const threads = fieldOf(use, 'threads');
    const many = typeof threads === 'number' && threads > 1 ? `, ${counted(threads, 'thread')}` : '';
    return `${name}${precision}, revision ${revision}, on ${DEVICE_NAMES[device]}${many}.`;
  });
}

function distinctModels(systems: readonly SystemSpec[]) {
  const all = systems.flatMap(modelsOfSystem);
  return all.filter(
    (one, i) => all.findIndex(({ model, revision }) => model === one.model && revision === one.revision) === i,
  );
}

function measuresText({ result: { spec }, measures }: ReportParts): string {
  const shown = list(measures.map(labelOf));
  const others = spec.measures.filter((text) => !measures.includes(text)).length;
  return `${shown}${others > 0 ? `; ${counted(others, 'other')} were computed` : ''}. A passage is relevant from grade ${spec.relevance}.`;
}

function statisticsText({ verdict }: ReportParts): string {
  const margin =
    verdict.kind === 'none' ? '' : ` The smallest difference that matters is ${marginText(verdict.margin)}.`;
  return `Seed ${DEFAULT_SEED}, ${count(DEFAULT_RESAMPLES)} bootstrap resamples and permutations, paired by question.${margin}`;
}

function protocolText({ result: { spec, systems } }: ReportParts): string[] {
  const { depth, lists, missing, ks } = spec;
  const cut =
    lists === 'depth'
      ? `Lists of ${count(depth)} passages are fused once and cut at k`
      : `For each k (${ks.join(', ')}), lists are cut before they are fused, a reranker reads all that they hold, and the first k count`;
  const latencies = systems.flatMap(({ latency }) => latency ?? []);
  return [
    `${cut}. Questions without results ${missing === 'zero' ? 'count as 0' : 'are left out'}; equal scores are ordered by document id, descending, as trec_eval does.`,
    ...(latencies.length > 0
      ? [latencyNote(latencies, 'Latency, one question at a time, warm models and no cache')]
      : []),
  ];
}

/** Nothing but its own style: no script, no picture, no font, no frame, no form. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

const MAX_TITLE = 40;

/** One HTML file without scripts or network access. The same result gives the same bytes: times are in UTC. */
export function reportPage(report: ReportParts): string {
  const parts = { ...report, names: shownNames(report.names) };
  const { result, collection } = parts;
  const page = markup`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${clip(shownName(collection.name), MAX_TITLE)}: retrieval report</title>
<style>${REPORT_STYLE}</style>
</head>
<body>
${body(parts)}<template id="experiment">${visibleJson(result.spec)}</template>
<template id="manifest">${visibleJson(result.manifest)}</template>
</body>
</html>
`;
  return markupText(page);
}

export const reportBody = (report: ReportParts): string =>
  markupText(body({ ...report, names: shownNames(report.names) }));

function body(parts: ReportParts): Markup {
  const { collection, result } = parts;
  return markup`<header><p class="note"><bdi>${shownName(collection.name)}</bdi>: ${counted(collection.counts.docs, 'document')}, ${counted(result.queries.length, 'judged question')}; ${madeAt(parts)}</p></header>
<main>
${verdictSection(parts)}${noAnswerSection(parts)}${qualityFigure(parts)}${systemsTable(parts)}${slicesSection(parts)}${failuresSection(parts)}${caveats(parts)}${howMade(parts)}</main>
<footer><p class="note">Made by Hitrate in a browser. The experiment and its manifest are in this file, as JSON in its two template elements.</p></footer>
`;
}

function verdictSection({ verdict, names, result }: ReportParts): Markup {
  const { title, sentences, badges } = verdictText(verdict, names);
  return markup`<section class="verdict">
<h1>${title}</h1>
${sentences.map((spans) => markup`<p class="lead">${spans.map(({ text, strong }) => (strong ? markup`<strong>${text}</strong>` : text))}</p>\n`)}${keyFigures({ verdict, names, result })}${
    badges.length > 0 ? markup`<ul class="facts">\n${badges.map(badgeItem)}</ul>\n` : null
  }</section>
`;
}

function keyFigures({ verdict, names, result }: Pick<ReportParts, 'verdict' | 'names' | 'result'>): Markup | null {
  if (!('recommended' in verdict)) return null;
  const { gain, recommended, baseline, measure, systems } = verdict;
  const own = result.systems.find(({ id }) => id === recommended.system)?.latency;
  const mean = systems.find(({ system }) => system === recommended.system)!.mean;
  return markup`<dl class="key">
${
  gain && baseline !== null
    ? markup`<div><dt>${labelOf(measure)} over ${names.name(baseline)}</dt><dd>${difference(gain.difference, 3)}</dd><dd class="note">${testText(gain)}</dd></div>\n`
    : markup`<div><dt>${labelOf(measure)}</dt><dd>${value(mean, 3)}</dd></div>\n`
}<div><dt>Median latency</dt><dd>${recommendedTime(recommended.latency, own)}</dd></div>
</dl>
`;
}

const badgeItem = ({ state, text, detail }: BadgeText): Markup =>
  markup`<li>${state === 'amber' ? markup`<strong class="amber">Caution:</strong> ` : null}${text}.${detail === '' ? null : markup` <span class="note">${detail}</span>`}</li>
`;

function caveats({ result, verdict, names }: ReportParts): Markup | null {
  if (result.warnings.length === 0) return null;
  const items = weighedCaveats(result, verdict.measure).map(
    ({ caveat }) => markup`<li>${shownSentence(messageOf(namedCaveat(caveat, names.name)))}</li>\n`,
  );
  return markup`<h2>Caveats</h2>
<ul>
${items}</ul>
`;
}
