/** Of a drawing: a tenth of a pixel is enough. */
export const rounded = (pixels: number): number => Number(pixels.toFixed(1));
