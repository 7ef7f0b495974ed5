// SCRATCH by the owner, to be replaced by the import helper's real reader.
import type { ImportOutcome } from '../../domain/dataset/outcome';
export async function readCollection(input: { files: readonly { path: string; file: Blob }[]; split?: string }): Promise<ImportOutcome> {
  const t = Object.fromEntries(await Promise.all(input.files.map(async (f) => [f.path.split('/').pop()!, await f.file.text()])));
  const lines = (s: string) => s.split('\n').filter(Boolean).map((l) => JSON.parse(l));
  let dataset: any;
  const j = Object.keys(t).find((n) => n.endsWith('.json'));
  if (j) { const o = JSON.parse(t[j]); dataset = { docs: Object.entries(o.corpus).map(([id, text]) => ({ id, title: '', text })), queries: Object.entries(o.queries).map(([id, text]) => ({ id, text })), judgments: Object.entries(o.relevant_docs).flatMap(([query, ds]: any) => ds.map((doc: string) => ({ query, doc, grade: 1 }))) }; }
  else dataset = { docs: lines(t['corpus.jsonl']).map((d: any) => ({ id: d._id, title: d.title ?? '', text: d.text })), queries: lines(t['queries.jsonl']).map((d: any) => ({ id: d._id, text: d.text })), judgments: t['test.tsv'].split('\n').slice(1).filter(Boolean).map((l: string) => { const [query, doc, grade] = l.split('\t'); return { query, doc, grade: Number(grade) }; }) };
  return { ok: true, dataset, summary: { name: 'x', format: 'beir', files: [], splits: ['test'], split: 'test', languages: [] }, warnings: [] };
}
