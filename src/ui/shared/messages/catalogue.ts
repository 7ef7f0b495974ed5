/** A sentence for each code of a feature, made of its data: the compiler names what is missing. */
export type Catalogue<Data> = { readonly [Code in keyof Data]: (data: Data[Code]) => string };
