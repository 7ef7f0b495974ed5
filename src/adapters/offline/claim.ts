export const CLAIM = 'hitrate-claim';
