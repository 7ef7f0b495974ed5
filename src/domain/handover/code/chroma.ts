import { fusionOfEngine } from '../fusions';
import { codeTarget, python } from './code-target';

/** `Rrf`: Σ w / (k + rank from 0), so that k is one more than the constant with ranks from 1. */
export const CHROMA = codeTarget({
  name: 'chroma_search',
  engine: 'chroma',
  packages: ['chromadb>=1.1'],
  fusion: fusionOfEngine('chroma'),
  program: ({ told, lists, depth, k }) => `from chromadb import Knn, Rrf, Search

WEIGHTS = ${python(told?.weights ?? Array.from({ length: lists }, () => 1))}
CONSTANT = ${told?.constant ?? 60}
DEPTH = ${depth}
K = ${k}


def rank(queries):
    assert len(queries) == len(WEIGHTS)
    lists = [
        Knn(query=query, key=key, return_rank=True, limit=DEPTH)
        for key, query in queries
    ]
    return Rrf(ranks=lists, weights=WEIGHTS, k=CONSTANT)


def search(collection, queries):
    return collection.search(Search().rank(rank(queries)).limit(K))


KEYS = ${python(Array.from({ length: lists }, (_, i) => `list_${i}`))}

if __name__ == "__main__":
    expression = rank([(key, [0.5, 0.5]) for key in KEYS]).to_dict()
    print("OK", expression)
`,
});
