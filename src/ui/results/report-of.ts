import type { ResultRecord } from '../../contract/result';
import type { Report } from '../../domain/report/report';
import { ongoingJudgingText } from '../shared/messages/judging';
import { messageOf } from '../shared/messages/message-of';

/** A result as files have it: the warnings of its manifest are in words. */
export function reportOf(result: ResultRecord): Report {
  const { ks, measures: measureTexts } = result.spec;
  const warnings = result.warnings.map((warning) => ({ code: warning.code, message: messageOf(warning) }));
  const { judging } = result;
  return {
    ...result,
    ks,
    measureTexts,
    ...(judging ? { estimate: ongoingJudgingText(judging) } : {}),
    manifest: { ...(result.manifest as object), warnings },
  };
}
