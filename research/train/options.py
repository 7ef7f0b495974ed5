"""What both trainers are told."""

import argparse
from pathlib import Path

import torch


def trainer_parser(minutes: float) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser()
    parser.add_argument("work", type=Path)
    parser.add_argument("--minutes", type=float, default=minutes)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--collections", type=Path, help="development collections to watch")
    return parser


def prepared(parser: argparse.ArgumentParser) -> argparse.Namespace:
    """The options, with torch set up by them."""
    options = parser.parse_args()
    torch.set_flush_denormal(True)
    torch.set_num_threads(options.threads)
    torch.manual_seed(options.seed)
    return options
