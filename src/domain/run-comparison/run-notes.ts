export interface RunNotes {
  readonly runs: Readonly<Record<string, RunNote>>;
  readonly baseline: string | null;
  readonly looks?: readonly TestLook[];
}

export interface TestLook {
  readonly run: string;
  readonly at: number;
}

export interface RunNote {
  readonly name: string;
  readonly note: string;
  readonly tags: readonly string[];
}

export type RunNoteEdit =
  | { readonly kind: 'describe'; readonly run: string; readonly note: Partial<RunNote> }
  | { readonly kind: 'pin'; readonly run: string | null }
  | { readonly kind: 'look'; readonly run: string; readonly at: number };

export const NO_RUN_NOTES: RunNotes = { runs: {}, baseline: null };
const NONE: RunNote = { name: '', note: '', tags: [] };

export const noteOfRun = ({ runs }: RunNotes, run: string): RunNote => (Object.hasOwn(runs, run) ? runs[run]! : NONE);

/** White space around names, notes and tags is left out; blank tags, and those that are there already, are dropped. */
export function withRunNote(notes: RunNotes, edit: RunNoteEdit): RunNotes {
  if (edit.kind === 'pin') return { ...notes, baseline: edit.run };
  if (edit.kind === 'look') {
    const { looks = [] } = notes;
    const { run, at } = edit;
    return looks.some((look) => look.run === run) ? notes : { ...notes, looks: [...looks, { run, at }] };
  }
  const { name, note, tags } = { ...noteOfRun(notes, edit.run), ...edit.note };
  const next = {
    name: name.trim(),
    note: note.trim(),
    tags: [...new Set(tags.map((tag) => tag.trim()))].filter((tag) => tag !== ''),
  };
  const { [edit.run]: _, ...others } = notes.runs;
  const isBlank = next.name === '' && next.note === '' && next.tags.length === 0;
  return { ...notes, runs: isBlank ? others : { ...others, [edit.run]: next } };
}
