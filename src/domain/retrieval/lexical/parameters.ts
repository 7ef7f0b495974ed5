/** @throws {RangeError} if a parameter is not a finite number of at least `least` */
export function requireAtLeast(least: number, parameters: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(parameters))
    if (!(value >= least && value < Infinity)) throw new RangeError(`${name} must be at least ${least}, not ${value}`);
}

/** @throws {RangeError} if a parameter is not between 0 and 1 */
export function requireFraction(parameters: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(parameters))
    if (!(value >= 0 && value <= 1)) throw new RangeError(`${name} must be between 0 and 1, not ${value}`);
}
