import { mountAirlock } from '../ui/airlock/mount';
import { placeOf } from './place';
import { createPort } from './port';

/** Shows the airlock in `target`, for the address that the page has. */
export function start(target: HTMLElement): void {
  const place = placeOf(location, sessionStorage);
  mountAirlock(target, createPort(place.host), place);
}
