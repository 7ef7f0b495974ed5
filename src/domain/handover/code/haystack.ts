import { expressedFusion } from '../fusions';
import { codeTarget, idsOf, python, listWeights } from './code-target';

/** `DocumentJoiner`: Σ w / (61 + rank from 0), so that the constant is 60 and no other. Its weights are scaled to sum to 1. */
export const HAYSTACK = codeTarget({
  name: 'haystack_pipeline',
  packages: ['haystack-ai>=2.0'],
  fusion: expressedFusion({ constant: { only: 60 }, weights: true }, () => false, null),
  program: ({ fusion, lists, depth, k, check }) => `from haystack import Document, Pipeline, component
from haystack.components.joiners import DocumentJoiner

WEIGHTS = ${python(listWeights(fusion, lists))}
DEPTH = ${depth}
K = ${k}


def pipeline(retrievers):
    assert len(retrievers) == len(WEIGHTS)
    joined = Pipeline()
    joiner = DocumentJoiner(join_mode="reciprocal_rank_fusion", weights=WEIGHTS, top_k=K)
    joined.add_component("joiner", joiner)
    for i, retriever in enumerate(retrievers):
        joined.add_component(f"retriever_{i}", retriever)
        joined.connect(f"retriever_{i}.documents", "joiner.documents")
    return joined


def search(retrievers, inputs):
    found = pipeline(retrievers).run({f"retriever_{i}": each for i, each in enumerate(inputs)})
    return found["joiner"]["documents"]


@component
class Listed:
    def __init__(self, ids):
        self.ids = ids

    @component.output_types(documents=list[Document])
    def run(self, query: str):
        return {"documents": [Document(id=each, content=each) for each in self.ids][:DEPTH]}


LISTS = ${python(idsOf(check.lists))}
EXPECTED = ${python(check.expected.slice(0, k))}

if __name__ == "__main__":
    found = search([Listed(ids) for ids in LISTS], [{"query": "question"} for _ in LISTS])
    ids = [each.id for each in found]
    assert ids[: len(EXPECTED)] == EXPECTED, ids
    print("OK", ids)
`,
});
