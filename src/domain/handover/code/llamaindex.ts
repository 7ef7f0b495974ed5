import { fusionOfEngine } from '../fusions';
import { codeTarget, python, scoresOf } from './code-target';

/**
 * `QueryFusionRetriever`. Its mode `reciprocal_rerank` is Σ 1 / (60 + rank from 0), without weights: 59 with ranks from 1. The
 * mode `relative_score` has weights, and min-max normalised scores.
 */
export const LLAMAINDEX = codeTarget({
  name: 'llamaindex_retriever',
  engine: 'llamaindex',
  packages: ['llama-index-core>=0.14'],
  fusion: fusionOfEngine('llamaindex'),
  program: ({ told, depth, k, check }) => `from llama_index.core.llms import MockLLM
from llama_index.core.retrievers import BaseRetriever, QueryFusionRetriever
from llama_index.core.schema import NodeWithScore, TextNode

MODE = ${python(told?.form ?? 'simple')}
WEIGHTS = ${python(told?.weights ?? null)}
DEPTH = ${depth}
K = ${k}


class Cut(BaseRetriever):
    def __init__(self, retriever):
        super().__init__()
        self.retriever = retriever

    def _retrieve(self, query_bundle):
        return self.retriever.retrieve(query_bundle)[:DEPTH]


def fusion(retrievers):
    return QueryFusionRetriever(
        [Cut(each) for each in retrievers],
        llm=MockLLM(),
        mode=MODE,
        retriever_weights=WEIGHTS,
        similarity_top_k=K,
        num_queries=1,
        use_async=False,
    )


def search(retrievers, question):
    return fusion(retrievers).retrieve(question)


class Listed(BaseRetriever):
    def __init__(self, scores):
        super().__init__()
        self.scores = scores

    def _retrieve(self, query_bundle):
        return [
            NodeWithScore(node=TextNode(id_=key, text=key), score=score)
            for key, score in self.scores.items()
        ]


LISTS = ${python(scoresOf(check.lists))}
EXPECTED = ${python(check.expected.slice(0, k))}

if __name__ == "__main__":
    found = search([Listed(scores) for scores in LISTS], "question")
    ids = [each.node.node_id for each in found]
    assert ids[: len(EXPECTED)] == EXPECTED, ids
    print("OK", ids)
`,
});
