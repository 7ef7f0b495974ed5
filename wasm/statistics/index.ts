export { addDrawn, addSigned } from './sums';
export { draw } from './resamples';
