#!/usr/bin/env bash
# From pairs to the bundled models, their cards and the reference values of the tests. By hand, about two hours on two
# cores; nobody needs it to use or to test Hitrate.
#
# It writes over both bundled models: compare the cards before you commit.
#
#   research/train/train.sh PAIRS COLLECTIONS WORK [TEACHER]
#
# PAIRS        folder of *.jsonl.gz: {"query", "positive", "kind"} a line, a file a source
# COLLECTIONS  development collections: xquad-en, xquad-zh, jsquad-ja, cranfield (BEIR folders), semiconductor-zh
# WORK         an empty folder for everything in between
# TEACHER      folder of an earlier reranker that the new one learns from too: hitrate-reranker 0.1 stands in this
#              repository's history. Without it that step is left out.
set -euo pipefail
pairs=$(realpath "$1") collections=$(realpath "$2") work=$(realpath -m "$3")
here=$(cd "$(dirname "$0")" && pwd) root=$(cd "$(dirname "$0")/../.." && pwd)
models=$root/public/models
mkdir -p "$work"

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --requirement "$here/requirements.txt"
run() { (cd "$here" && "$work/venv/bin/python" "$@"); }

cp "$here/variants.mjs" "$work/"
(cd "$work" && npm install --no-save --no-audit --no-fund opencc-js@1.4.2 && node variants.mjs > forms.json)

run leakage.py "$pairs" "$collections"
run prepare.py "$pairs" "$work"
run embedding_train.py "$work" --name half --half --dimensions 256 --buckets 0 --hard 0 --quantise-from 2 --minutes 4
run mine.py "$work"
run embedding_train.py "$work" --minutes 16 --collections "$collections"
run reranker_train.py "$work" --minutes 16 --collections "$collections"
if [ $# -gt 3 ]; then
  run teach.py "$work" "$(realpath "$4")"
  run reranker_distil.py "$work" --minutes 12
fi
# What it prints goes by hand into DEFAULT_SETTINGS (src/domain/experiment/settings.ts) and the card.json of the reranker.
run choose_defaults.py "$collections" "$work"
run embedding_export.py "$work" "$models/hitrate-embedding"
run embedding_tokens.py "$models/hitrate-embedding"
run reranker_export.py "$work" "$models/hitrate-reranker"
run reranker_split.py "$models/hitrate-reranker"
run parity.py "$models" "$work" "$root/public/samples/hitrate-sample" "$root/test/golden/models"
node "$root/tools/models/seal.mjs"
(cd "$root" && npm run build && node research/train/cards.mjs "$collections" "$work")
