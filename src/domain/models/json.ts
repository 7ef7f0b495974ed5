import type { Json } from '../../base/types';

export type JsonObject = { readonly [key: string]: Json };

/** The files of a repository were written by many hands, so a value of another kind than expected counts as absent. */
export const objectOf = (value: Json | undefined): JsonObject | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;

export const listOf = (value: Json | undefined): readonly Json[] | null =>
  Array.isArray(value) ? (value as readonly Json[]) : null;

export const textOf = (value: Json | undefined): string | null => (typeof value === 'string' ? value : null);

/** A whole number above 0. */
export const countOf = (value: Json | undefined): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null;
