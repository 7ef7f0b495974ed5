import type { Json } from '../../../base/types';
import type { EngineIndex, IndexState, Marker, VersionNumber } from '../types';

export const markerOf = ({ key }: EngineIndex, passages: number | null): Marker => ({
  createdBy: 'hitrate',
  key,
  passages,
});

/** By what an index has where Hitrate puts its mark. */
export function stateOf(mark: Json | undefined): IndexState {
  const { createdBy, key, passages } = (mark ?? {}) as { readonly [field: string]: Json | undefined };
  if (createdBy !== 'hitrate' || typeof key !== 'string') return { is: 'foreign' };
  return { is: 'ours', marker: { createdBy, key, passages: typeof passages === 'number' ? passages : null } };
}

export function versionNumber(text: string): VersionNumber {
  const [major = 0, minor = 0] = text.split('.').map(Number);
  return [major, minor];
}
