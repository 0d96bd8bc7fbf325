"""Benchmarks: ours beside a peer or a ceiling, interleaved in one run, as medians of ratios."""
