import { describe, expect, it } from 'vitest';
import { OfferChoice } from '../../../../../src/ui/models/offer/offer-choice.svelte';
import { readingText, shown, sourceText } from '../../../../../src/ui/models/offer/model-texts';
import { offerOf } from '../../../domain/models/make';

const e5 = (): OfferChoice =>
  new OfferChoice(
    'Xenova/multilingual-e5-small',
    offerOf({
      name: 'Xenova/multilingual-e5-small',
      sizes: { 'onnx/model.onnx': 470e6, 'onnx/model_quantized.onnx': 118e6 },
    }),
  );

describe('choosing of a repository', () => {
  it('keeps what was changed when other weights are taken, and takes none that are not offered', () => {
    const state = e5();
    state.set({ pooling: 'cls' });
    state.take(1);
    state.take(7);
    expect(state.choice?.reading).toMatchObject({ pooling: 'cls', weights: { path: 'onnx/model.onnx' } });
  });

  it('knows what was changed, and takes it back', () => {
    const state = e5();
    state.set({ queryPrefix: '' });
    expect([state.isChanged('queryPrefix'), state.isChanged('pooling')]).toEqual([true, false]);
    state.set({ queryPrefix: 'query: ' });
    expect(state.isChanged('queryPrefix')).toBe(false);
    state.set({ normalise: false });
    state.undo('normalise');
    expect(state.reading).toEqual(state.found);
  });

  it.each(['', '0', '12.5', '1e9', 'many', '-3'])('with “%s” as the number of tokens nothing can be chosen', (text) => {
    const state = e5();
    state.typeTokens(text);
    expect(state.choice).toBeNull();
    expect(state.problem).toContain('whole number');
    expect(state.tokensText).toBe(text);
    state.undo('maxTokens');
    expect(state.choice?.reading.maxTokens).toBe(512);
  });

  it('takes a number of tokens that is one', () => {
    const state = e5();
    state.typeTokens(' 128 ');
    expect(state.choice?.reading.maxTokens).toBe(128);
  });
});

describe('words for a reading', () => {
  it('says where something comes from', () => {
    const from = (certainty: 'stated' | 'family' | 'assumed', where: string) =>
      sourceText({ value: 0, from: where, certainty });
    expect(from('stated', '1_Pooling/config.json')).toBe('stated in 1_Pooling/config.json');
    expect(from('family', 'E5')).toBe('known of the E5 family');
    expect(from('assumed', '')).toBe('assumed: nothing says it');
  });

  it('shows line breaks of a prefix', () => {
    expect(shown('Instruct: x\nQuery: ')).toBe('Instruct: x⏎Query: ');
    expect(readingText(e5().reading)).toBe(
      'mean of the tokens, length 1, “query: ” before questions, “passage: ” before passages, 512 tokens',
    );
  });
});
