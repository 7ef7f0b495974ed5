import { valueOf } from '../../../base/containers';
import type { ImportProblem } from '../../dataset/outcome';
import { placeName, problem, type ProblemPlace } from '../../dataset/problem';
import { placeKey } from '../places';
import type { Judge, JudgeGrade } from '../merge/judges';
import { opinionKey } from '../merge/opinions';
import type { JudgeFile, PlacedGrade } from './read-judge-file';

/** A file with the name of its judge, which counts where its lines name none. */
export interface NamedFile extends JudgeFile {
  readonly judge: string;
}

export interface JoinedJudges {
  readonly judges: readonly Judge[];
  readonly added: number;
  /** A judge who gives one passage two grades. Nothing is to be added then. */
  readonly problems: readonly ImportProblem[];
  readonly warnings: readonly ImportProblem[];
}

/**
 * Joins the grades of files to those of the judges that are there. A judge is known by the name: a file may add to a judge,
 * and a judge's grades may lie in several files. A grade that is repeated counts once; a reason that the first lacks is kept.
 */
export function joinJudges(before: readonly Judge[], files: readonly NamedFile[]): JoinedJudges {
  const judges = new Map(before.map((judge) => [judge.name, new Joining(judge)]));
  for (const { path, judge: name, namesJudges, grades } of files)
    for (const grade of grades) {
      const own = namesJudges ? grade.judge : name.trim();
      valueOf(judges, own, () => new Joining({ name: own, files: [], grades: [] })).add(grade, path);
    }
  const joined = [...judges.values()];
  return {
    judges: joined.map((each) => each.judge),
    added: joined.reduce((sum, { added }) => sum + added, 0),
    problems: joined.flatMap(({ problems }) => problems),
    warnings: joined.flatMap((each) => each.warnings),
  };
}

class Joining {
  added = 0;
  readonly problems: ImportProblem[] = [];
  readonly #name: string;
  readonly #files: string[];
  readonly #grades: Map<string, JudgeGrade>;
  readonly #repeated = new Map<string, ProblemPlace[]>();

  constructor({ name, files, grades }: Judge) {
    this.#name = name;
    this.#files = [...files];
    this.#grades = new Map(grades.map((grade) => [opinionKey(grade), grade]));
  }

  get judge(): Judge {
    return { name: this.#name, files: this.#files, grades: [...this.#grades.values()] };
  }

  get warnings(): ImportProblem[] {
    return [...this.#repeated].map(([file, places]) =>
      problem(
        'judge-repeats',
        { file },
        this.#name,
        places.map((place) => placeName(place, { file })),
      ),
    );
  }

  add({ query, doc, span, grade, reason, at }: PlacedGrade, path: string): void {
    const key = opinionKey({ query, doc, span });
    const known = this.#grades.get(key);
    if (known && known.grade !== grade) {
      const first: ProblemPlace = {
        file: this.#files[known.file] ?? '',
        ...(known.line !== undefined && { line: known.line }),
      };
      const named = { question: query, document: placeKey({ doc, span }).replace(/#$/, '') };
      const grades = { grade, first: known.grade, where: placeName(first, at) };
      this.problems.push(problem('judge-contradicts', at, this.#name, named, grades));
      return;
    }
    if (known) {
      valueOf(this.#repeated, path, () => []).push(at);
      if (reason !== '' && known.reason === undefined) this.#grades.set(key, { ...known, reason });
      return;
    }
    this.added++;
    const line = at.line === undefined ? {} : { line: at.line };
    const place = { query, doc, ...(span && { span }) };
    this.#grades.set(key, { ...place, grade, ...(reason !== '' && { reason }), file: this.#fileOf(path), ...line });
  }

  #fileOf(path: string): number {
    const at = this.#files.indexOf(path);
    return at < 0 ? this.#files.push(path) - 1 : at;
  }
}
