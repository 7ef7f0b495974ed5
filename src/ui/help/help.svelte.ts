import { provided } from '../shared/context';
import type { TermId } from './glossary';

export class HelpState {
  shown = $state<'glossary' | 'about' | null>(null);
  asked = $state.raw<{ readonly term: TermId } | null>(null);

  openGlossary(term: TermId | null = null): void {
    this.asked = term && { term };
    this.shown = 'glossary';
  }
}

export const getHelp = provided(HelpState);
