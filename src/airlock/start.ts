import { mount } from 'svelte';
import Airlock from '../ui/airlock/Airlock.svelte';
import '../ui/shared/styles.css';
import { placeOf } from './place';
import { createPort } from './port';

export function start(target: HTMLElement): void {
  const place = placeOf(location, sessionStorage);
  mount(Airlock, { target, props: { port: createPort(place.host), place } });
}
