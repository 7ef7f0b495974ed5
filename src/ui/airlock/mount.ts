import { mount } from 'svelte';
import '../shared/styles.css';
import Airlock from './Airlock.svelte';
import type { AirlockPlace, AirlockPort } from './port';

/** Shows the airlock in `target`. */
export function mountAirlock(target: HTMLElement, port: AirlockPort, place: AirlockPlace): void {
  mount(Airlock, { target, props: { port, place } });
}
