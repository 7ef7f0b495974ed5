import type { ResultRecord } from '../../contract/result';
import { retrieverText } from '../shared/retriever-texts';

/** None where all searches of vectors are exact, and where the result was stored before this was reported. */
export function vectorSearchRows({ spec, systems }: ResultRecord) {
  return systems.flatMap(({ id, vectorSearch = [] }) => {
    const system = spec.systems.find((each) => each.id === id)!;
    return vectorSearch.map((report) => {
      const retriever = system.retrievers[report.retriever - 1]!;
      const searched = retriever.kind === 'rewritten' ? retriever.retriever : retriever;
      const search = 'search' in searched ? searched.search : null;
      return {
        key: `${id} ${report.retriever}`,
        system: id,
        search: retrieverText(retriever),
        report,
        /** Whether it scores its first hits again by whole vectors, which must be kept too. */
        rescored: search?.kind === 'quantised' && search.rescore > 0,
      };
    });
  });
}
