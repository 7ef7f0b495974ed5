import { fusionOfEngine } from '../fusions';
import { codeTarget, idsOf, python } from './code-target';

/** `EnsembleRetriever`: Σ w / (c + rank). With `id_key` it joins what is one passage by its id, not by its text. */
export const LANGCHAIN = codeTarget({
  name: 'langchain_retriever',
  engine: 'langchain',
  packages: ['langchain-classic>=1.0', 'langchain-core>=1.0'],
  fusion: fusionOfEngine('langchain'),
  program: ({ told, lists, depth, k, check }) => `from langchain_classic.retrievers import EnsembleRetriever
from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever

WEIGHTS = ${python(told?.weights ?? Array.from({ length: lists }, () => 1))}
CONSTANT = ${told?.constant ?? 60}
DEPTH = ${depth}
K = ${k}


class Cut(BaseRetriever):
    retriever: BaseRetriever

    def _get_relevant_documents(self, query, *, run_manager):
        return self.retriever.invoke(query)[:DEPTH]


def ensemble(retrievers):
    assert len(retrievers) == len(WEIGHTS)
    return EnsembleRetriever(
        retrievers=[Cut(retriever=each) for each in retrievers],
        weights=WEIGHTS,
        c=CONSTANT,
        id_key="id",
    )


def search(retrievers, question):
    return ensemble(retrievers).invoke(question)[:K]


class Listed(BaseRetriever):
    ids: list[str]

    def _get_relevant_documents(self, query, *, run_manager):
        return [Document(page_content=each, metadata={"id": each}) for each in self.ids]


LISTS = ${python(idsOf(check.lists))}
EXPECTED = ${python(check.expected.slice(0, k))}

if __name__ == "__main__":
    found = search([Listed(ids=ids) for ids in LISTS], "question")
    ids = [each.metadata["id"] for each in found]
    assert ids[: len(EXPECTED)] == EXPECTED, ids
    print("OK", ids)
`,
});
