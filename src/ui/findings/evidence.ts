export { default as FindingsBelow } from './FindingsBelow.svelte';
export { default as QualityLatency } from './QualityLatency.svelte';
export { default as SliceMap } from './SliceMap.svelte';
