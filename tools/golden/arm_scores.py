"""Writes test/golden/arm-scores.json: how far arms are ahead of each other by the marks of lists, in exact fractions up to the root.

Usage: python3 tools/golden/arm_scores.py > test/golden/arm-scores.json

A list's score of an arm: over its places, the mark less what is expected there, by the mean of 1 / rank over the ranks that the
passage shares with those tied with it in the arm's ranking. Expected are as many marks as the list has, in proportion to
(marks at the place + 100 m) / (lists with the place + 100) of the lists so far, this one included, m being the marks of all places as
a share of them. `ahead`: the sum of two arms' differences by the root of .05 plus the sum of their squares. `rejected`: places
all alike, the rates of places as they are, ranks of the list instead of the arm's, ties in the order of the ranking, arms that
are not on a list left out, marks alone.
"""

import json
import random
from fractions import Fraction
from math import sqrt

EVEN, BEFORE = 100, Fraction(1, 20)
ARMS = ["a", "b", "c", "d", "e"]
draw = random.Random(2021)


def ranking(passages):
    """In order or nearly so, with ties."""
    own = sorted(passages, key=lambda p: passages.index(p) + draw.uniform(0, 4))[: draw.randint(4, 7)]
    groups = []
    for p in own:
        if groups and draw.random() < 0.25:
            groups[-1].append(p)
        else:
            groups.append([p])
    return groups


def made(number):
    passages = [f"p{i}" for i in range(9)]
    found = {arm: ranking(passages[i:] + passages[:i]) for i, arm in enumerate(ARMS)}
    on = sorted(draw.sample(ARMS, draw.choice([2, 3])))
    length = min(5, *(sum(map(len, found[arm])) for arm in on))
    both = list(dict.fromkeys(p for group in zip(*(sum(found[arm], []) for arm in on)) for p in group))
    shown = both[:length]
    # The first list of all has no mark; the last one is of arms of which one is not known.
    marks = [] if number == 0 else [p for place, p in enumerate(shown) if draw.random() < 0.8 / (place + 1)]
    known = [arm for arm in ARMS if number < 11 or arm != "e" or arm in on]
    return {"rankings": {arm: found[arm] for arm in known}, "on": on, "shown": shown, "marks": marks}


def gain(groups, passage, ties=True):
    rank = 0
    for group in groups:
        if passage in group:
            own = [Fraction(1, rank + i + 1) for i in range(len(group))]
            return sum(own) / len(own) if ties else own[group.index(passage)]
        rank += len(group)
    return Fraction(0)


def ahead(lists, spread="shrunk", ranks="arm", ties=True, others=True, centred=True):
    marks, places = {}, {}
    sums = {(x, y): Fraction(0) for x in ARMS for y in ARMS}
    squares = dict(sums)
    for each in lists:
        shown, marked = each["shown"], set(each["marks"])
        if not marked:
            continue
        for place, p in enumerate(shown):
            marks[place] = marks.get(place, 0) + (p in marked)
            places[place] = places.get(place, 0) + 1
        mean = Fraction(sum(marks.values()), sum(places.values()))
        even = {"shrunk": EVEN, "places": 0, "even": 10**12}[spread]
        rates = [(marks[i] + even * mean) / (places[i] + even) for i in range(len(shown))]
        expected = [len(marked) * rate / sum(rates) if centred else 0 for rate in rates]
        scores = {}
        for arm, groups in each["rankings"].items():
            if not others and arm not in each["on"]:
                continue
            scores[arm] = sum(
                ((p in marked) - expected[i])
                * (gain(groups, p, ties) if ranks == "arm" else Fraction(1, i + 1) * (p in sum(groups, [])))
                for i, p in enumerate(shown)
            )
        for x in scores:
            for y in scores:
                sums[x, y] += scores[x] - scores[y]
                squares[x, y] += (scores[x] - scores[y]) ** 2
    return [[float(sums[x, y]) / sqrt(squares[x, y] + BEFORE) for y in ARMS] for x in ARMS]


lists = [made(number) for number in range(12)]
print(
    json.dumps(
        {
            "arms": ARMS,
            "lists": lists,
            "ahead": ahead(lists),
            "rejected": {
                "places-alike": ahead(lists, spread="even"),
                "places-as-they-are": ahead(lists, spread="places"),
                "ranks-of-the-list": ahead(lists, ranks="list"),
                "ties-in-order": ahead(lists, ties=False),
                "listed-arms-alone": ahead(lists, others=False),
                "marks-alone": ahead(lists, centred=False),
            },
        },
        separators=(",", ":"),
    )
)
