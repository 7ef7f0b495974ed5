export type { JudgingAct } from '../domain/judging/act';
