import { fusionOfEngine } from '../fusions';
import { codeTarget, scoresOf, python } from './code-target';

/** `DocumentJoiner`: Σ w / (61 + rank from 0), so that the constant is 60 and no other. Its weights are scaled to sum to 1. */
export const HAYSTACK = codeTarget({
  name: 'haystack_pipeline',
  engine: 'haystack',
  packages: ['haystack-ai>=2.0'],
  fusion: fusionOfEngine('haystack'),
  program: ({ told, lists, depth, k, check }) => `from haystack import Document, Pipeline, component
from haystack.components.joiners import DocumentJoiner

WEIGHTS = ${python(told?.weights ?? Array.from({ length: lists }, () => 1))}
MODE = ${python(told?.form ?? 'concatenate')}
DEPTH = ${depth}
K = ${k}


def pipeline(retrievers):
    assert len(retrievers) == len(WEIGHTS)
    joined = Pipeline()
    joiner = DocumentJoiner(join_mode=MODE, weights=WEIGHTS, top_k=K)
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
    def __init__(self, scores):
        self.scores = scores

    @component.output_types(documents=list[Document])
    def run(self, query: str):
        return {"documents": [
            Document(id=key, content=key, score=score)
            for key, score in self.scores.items()
        ][:DEPTH]}


LISTS = ${python(scoresOf(check.lists))}
EXPECTED = ${python(check.expected.slice(0, k))}

if __name__ == "__main__":
    found = search([Listed(scores) for scores in LISTS], [{"query": "question"} for _ in LISTS])
    ids = [each.id for each in found]
    assert ids[: len(EXPECTED)] == EXPECTED, ids
    print("OK", ids)
`,
});
