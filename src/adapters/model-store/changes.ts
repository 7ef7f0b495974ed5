const CHANNEL = 'hitrate-models';

/** Tells all pages of this origin, this one too, that a model was added, changed or deleted. */
export function announceChange(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage('changed');
  channel.close();
}

/** @returns ends the calls */
export function onModelsChange(listener: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = () => listener();
  return () => channel.close();
}
