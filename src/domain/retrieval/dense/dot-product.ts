import { byDotProduct } from '../exact-search';
import type { Metric } from './metric';

/** `Σ qᵢ dᵢ`: what models trained for the “inner product” mean. Longer vectors score higher. */
export const dotProduct: Metric = () => () => byDotProduct;
