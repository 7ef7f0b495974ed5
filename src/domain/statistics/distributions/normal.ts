interface Ratio {
  readonly above: readonly number[];
  readonly below: readonly number[];
}

const CENTRE: Ratio = {
  above: [18154.98125334356, 1067.689485460371, 161.02823106855587, 2.2352520354606837, 0.06568233791820745],
  below: [45507.78933502673, 10260.932208618979, 976.0985517377767, 47.202581904688245, 1],
};
const MIDDLE: Ratio = {
  above: [
    9842.714838383978, 11602.65143764735, 6848.190450536283, 2494.5375852903726, 597.2702763948002, 93.50665613217785,
    8.883149794388377, 0.39894151208813466, 1.0765576773720192e-8,
  ],
  below: [
    19685.429676859992, 38912.00328609327, 34900.95272114598, 18615.571640885097, 6485.558298266761, 1519.3775994075547,
    235.387901782625, 22.266688044328117, 1,
  ],
};
const TAIL: Ratio = {
  above: [
    2.9112874951168793e-5, 0.0014216191932278934, 0.022235277870649807, 0.12740116116024736, 0.215898534057957,
    0.023073441764940174,
  ],
  below: [7.297515550839662e-5, 0.0037823963320275824, 0.06598813786892856, 0.4682382124808651, 1.284260096144911, 1],
};

/** Φ(x), small relative error in the lower tail. Cody, “Rational Chebyshev approximations”, 1969. */
export function normalCdf(x: number): number {
  const z = Math.abs(x);
  if (z > 40) return x > 0 ? 1 : 0;
  if (z <= 0.67448975) return 0.5 + x * ratio(CENTRE, x * x);
  const tail = z <= Math.sqrt(32) ? density(z) * ratio(MIDDLE, z) : (density(z) / z) * farTail(1 / (z * z));
  return x > 0 ? 1 - tail : tail;
}

const ROOT_2_PI = Math.sqrt(2 * Math.PI);

/** z² in two parts, of which the first has no rounding: e^−z²/2 is left with the error of z² times z²/2 otherwise. */
function density(z: number): number {
  const short = Math.trunc(z * 16) / 16;
  return Math.exp((-short * short) / 2) * Math.exp(((short - z) * (short + z)) / 2);
}

/** Φ(−z)·z / e^(−z²/2), which nears 1/√2π. */
function farTail(inverseSquare: number): number {
  return 1 / ROOT_2_PI - inverseSquare * ratio(TAIL, inverseSquare);
}

const QUANTILE_CENTRE: Ratio = {
  above: [
    3.3871328727963665, 133.14166789178438, 1971.5909503065513, 13731.69376550946, 45921.95393154987, 67265.7709270087,
    33430.57558358813, 2509.0809287301227,
  ],
  below: [
    1, 42.31333070160091, 687.1870074920579, 5394.196021424751, 21213.794301586597, 39307.89580009271,
    28729.085735721943, 5226.495278852854,
  ],
};
const QUANTILE_MIDDLE: Ratio = {
  above: [
    1.4234371107496835, 4.630337846156546, 5.769497221460691, 3.6478483247632045, 1.2704582524523684,
    0.2417807251774506, 0.022723844989269184, 0.0007745450142783414,
  ],
  below: [
    1, 2.053191626637759, 1.6763848301838038, 0.6897673349851, 0.14810397642748008, 0.015198666563616457,
    0.0005475938084995345, 1.0507500716444169e-9,
  ],
};
const QUANTILE_TAIL: Ratio = {
  above: [
    6.657904643501103, 5.463784911164114, 1.7848265399172913, 0.29656057182850487, 0.026532189526576124,
    0.0012426609473880784, 0.000027115555687434876, 2.0103343992922881e-7,
  ],
  below: [
    1, 0.599832206555888, 0.1369298809227358, 0.014875361290850615, 0.0007868691311456133, 0.000018463183175100548,
    1.421511758316446e-7, 2.0442631033899397e-15,
  ],
};

/** Φ⁻¹(p); ∓Infinity at 0 and 1. Wichura, “Algorithm AS 241”, 1988. */
export function normalQuantile(p: number): number {
  const q = p - 0.5;
  if (Math.abs(q) <= 0.425) return q * ratio(QUANTILE_CENTRE, 0.180625 - q * q);
  const tail = Math.min(p, 1 - p);
  if (tail <= 0) return q < 0 ? -Infinity : Infinity;
  const r = Math.sqrt(-Math.log(tail));
  const value = r <= 5 ? ratio(QUANTILE_MIDDLE, r - 1.6) : ratio(QUANTILE_TAIL, r - 5);
  return q < 0 ? -value : value;
}

function ratio({ above, below }: Ratio, x: number): number {
  return horner(above, x) / horner(below, x);
}

function horner(coefficients: readonly number[], x: number): number {
  let sum = 0;
  for (let i = coefficients.length - 1; i >= 0; i--) sum = sum * x + coefficients[i]!;
  return sum;
}
