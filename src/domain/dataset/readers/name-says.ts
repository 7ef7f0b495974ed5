import { baseName, folderOf } from '../../../base/paths';

const JUDGMENTS = /qrel|judg|truth|gold|relevan/i;
const RUN = /(?:^|[^a-z])runs?(?![a-z])|runs?(?:$|[^a-z])|result|ranking|score/i;

export function nameSays(path: string): 'run' | 'judgments' | null {
  for (const name of [baseName(path), baseName(folderOf(path))]) {
    if (JUDGMENTS.test(name)) return 'judgments';
    if (RUN.test(name)) return 'run';
  }
  return null;
}
