import { measureOf } from '../measures/parse';
import type { Report } from './report';

export function reportColumns({ ks, measureTexts }: Pick<Report, 'ks' | 'measureTexts'>) {
  const stems = new Set<string>();
  const others: string[] = [];
  for (const text of measureTexts) {
    const { cutoff } = measureOf(text);
    const stem = text.slice(0, text.lastIndexOf('@'));
    if (cutoff !== null && ks.every((k) => measureTexts.includes(`${stem}@${k}`)) && ks.includes(cutoff))
      stems.add(stem);
    else others.push(text);
  }
  const families = [...stems].map((stem) => ({ stem, name: others.includes(stem) ? `${stem}@k` : stem }));
  return { families, others };
}
