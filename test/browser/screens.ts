/** Every screen by its name, the address on the sample, and what is there once it is drawn. */
export const SCREENS: readonly (readonly [name: string, address: string, ready: string])[] = [
  ['start', '#/', '[data-testid=see-sample]'],
  ['statistics', '#/c/sample/findings', '[data-testid=insights]'],
  ['data', '#/c/sample/data', '[data-testid=data-overview]'],
  ['documents', '#/c/sample/data/documents', '#panel ul.card li'],
  ['questions and judgments', '#/c/sample/data/questions', '#panel ul.card li'],
  ['judges', '#/c/sample/data/judges', '[data-testid=judges-answer]'],
  ['questions', '#/c/sample/questions', 'button[data-cause]'],
  ['judging', '#/c/sample/questions/judge', '[data-testid=judge-bench]'],
  ['runs', '#/c/sample/runs', '[data-testid=run-history]'],
  ['new run', '#/c/sample/findings?drawer=new-run', '[data-testid=preset-thorough]'],
  ['try a question', '#/c/sample/playground', '#panel textarea, #panel input'],
  ['blind comparison', '#/c/sample/playground/blind', '[data-testid=blind-setup]'],
  ['fusion lab', '#/c/sample/playground/fusion', '[data-testid=lab-lists]'],
];
