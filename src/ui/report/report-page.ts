import { failuresSection, noAnswerSection, slicesSection, systemsTable } from './report-sections';
import { visibleJson } from '../../domain/report/visible-json';
import { namedCaveat, weighedCaveats } from '../findings/caveats';
import { labelOf } from '../results/columns';
import { clip, counted, difference, measure as value } from '../shared/format';
import { recommendedTime } from '../shared/messages/engine-time';
import { decidingName } from '../shared/messages/judging';
import { messageOf } from '../shared/messages/message-of';
import { verdictText } from '../shared/messages/verdict';
import type { BadgeText } from '../shared/messages/verdict-badges';
import { testText } from '../shared/messages/verdict-words';
import { differenceChart, MAX_DRAWN, qualityFigure } from './report-charts';
import { howMade, madeAt } from './how-made';
import { intervalName, type Markup, markup, markupText, colourClass } from './markup';
import { type ReportParts, shownName, shownNames, shownSentence } from './report-parts';
import { REPORT_STYLE } from './report-style';

/** Nothing but its own style: no script, no picture, no font, no frame, no form. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

const MAX_TITLE = 40;

/**
 * A result as one HTML file that can be read without a script and without a network. It holds no question and no passage
 * unless that was asked for. The same result gives the same bytes: times are in UTC.
 */
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
${verdictSection(parts)}${noAnswerSection(parts)}${differences(parts)}${qualityFigure(parts)}${systemsTable(parts)}${slicesSection(parts)}${failuresSection(parts)}${caveats(parts)}${howMade(parts)}</main>
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
    ? markup`<div><dt>${decidingLabel(verdict)} over ${names.name(baseline)}</dt><dd>${difference(gain.difference, 3)}</dd><dd class="note">${testText(gain)}</dd></div>\n`
    : markup`<div><dt>${labelOf(measure)}</dt><dd>${value(mean, 3)}</dd></div>\n`
}<div><dt>Median latency</dt><dd>${recommendedTime(recommended.latency, own)}</dd></div>
</dl>
`;
}

const badgeItem = ({ state, text, detail }: BadgeText): Markup =>
  markup`<li>${state === 'amber' ? markup`<strong class="amber">Caution:</strong> ` : null}${text}.${detail === '' ? null : markup` <span class="note">${detail}</span>`}</li>
`;

const decidingLabel = ({ estimate, measure }: ReportParts['verdict']): string =>
  estimate === 'ratio' ? decidingName(estimate, measure) : labelOf(measure);

function differences(parts: ReportParts): Markup | null {
  const { verdict, names } = parts;
  if (!('recommended' in verdict) || verdict.kind === 'identical') return null;
  const drawn = (width: number): Markup =>
    differenceChart(verdict, { width, name: names.name, colour: (id) => colourClass(parts, id) });
  const more = verdict.systems.length > MAX_DRAWN ? ` The best ${MAX_DRAWN} systems are drawn.` : '';
  return markup`<h2>Difference to the best</h2>
<figure>
<figcaption>${decidingLabel(verdict)} of each system minus the best of the others: ${intervalName(verdict)}. Bold: systems that may be the best.${more}</figcaption>
<div class="wide">${drawn(790)}</div>
<div class="narrow">${drawn(350)}</div>
</figure>
`;
}

/** The weightiest first. */
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
