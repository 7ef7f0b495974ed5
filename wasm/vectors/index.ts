export { heldBytes } from './candidates';
export { scan } from './near';
export { compare, lengths } from './plain';
export { scanWhole } from './whole';
