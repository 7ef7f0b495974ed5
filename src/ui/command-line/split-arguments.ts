import { closestWord } from './closest-word';
import { OPTION_NAMES, type OptionName, OPTIONS } from './options';
import { problems as words } from './problem-texts';

/** What was typed, taken apart and not yet read. */
export interface TypedArguments {
  readonly positionals: readonly string[];
  /** In the order in which they were typed; a switch has none. */
  readonly values: ReadonlyMap<OptionName, readonly string[]>;
  readonly problems: readonly string[];
}

/** As GNU programs do it: `--name value`, `--name=value`, `-h`; what follows `--` is no option. */
export function splitArguments(args: readonly string[]): TypedArguments {
  const positionals: string[] = [];
  const values = new Map<OptionName, string[]>();
  const problems: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]!;
    if (arg === '--') {
      positionals.push(...args.slice(at + 1));
      break;
    }
    const option = optionIn(arg);
    if (option === null) {
      positionals.push(arg);
      continue;
    }
    const { typed, name, inline } = option;
    if (name === null) {
      const meant = closestWord(typed.replace(/^-+/, ''), OPTION_NAMES);
      problems.push(words.unknownOption(typed, meant));
      // Its value is no file: the one problem would become two.
      if (inline === null && meant !== null && OPTIONS[meant as OptionName].takes !== 'switch') at++;
      continue;
    }
    const { takes } = OPTIONS[name];
    const given = values.get(name) ?? [];
    values.set(name, given);
    if (takes === 'switch') {
      if (inline !== null) problems.push(words.noValue(name));
      continue;
    }
    const value = inline ?? valueAt(args, at + 1);
    if (value === null) {
      problems.push(words.valueMissing(name));
      continue;
    }
    if (inline === null) at++;
    if (takes === 'one' && given.length > 0) problems.push(words.twice(name));
    given.push(value);
  }
  return { positionals, values, problems };
}

interface TypedOption {
  readonly typed: string;
  /** Null where there is no such option. */
  readonly name: OptionName | null;
  /** What stands behind `=`. */
  readonly inline: string | null;
}

/** A single dash is the name of standard input elsewhere, and no option. */
function optionIn(arg: string): TypedOption | null {
  if (arg === '-h') return { typed: arg, name: 'help', inline: null };
  if (!/^--?[a-z]/i.test(arg)) return null;
  const equals = arg.indexOf('=');
  const typed = equals < 0 ? arg : arg.slice(0, equals);
  const name = typed.startsWith('--') ? typed.slice(2) : '';
  return {
    typed,
    name: Object.hasOwn(OPTIONS, name) ? (name as OptionName) : null,
    inline: equals < 0 ? null : arg.slice(equals + 1),
  };
}

/** A value may begin with a dash, as a number does, and not with two. */
function valueAt(args: readonly string[], at: number): string | null {
  const value = args[at];
  return value === undefined || value.startsWith('--') ? null : value;
}
