import { attentionOf, type AttentionFact, operatorsOf } from '../../domain/models/graph/operators';
import type { ModelDatabase } from './schema';
import { readModelFile } from './store';

export async function attentionOfStored(db: ModelDatabase, id: string): Promise<AttentionFact | null> {
  const record = await db.get('models', id);
  const file = record && (await readModelFile(db, id, record.model.reading.weights.path));
  if (!file) return null;
  const read = async (from: number, to: number) => new Uint8Array(await file.slice(from, to).arrayBuffer());
  const operators = await operatorsOf(read, file.size);
  return operators && attentionOf(operators);
}
