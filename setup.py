"""Compiles every .pyx of the tree; everything else about the package stands in pyproject.toml."""

import os
import platform
from glob import glob

from Cython.Build import cythonize
from setuptools import Extension, setup

# x86-64-v2 (any machine since 2009) has POPCNT, which the games' bit sets live on.
FLAGS = ["-O3", "-Wno-unused-function", "-Wno-unreachable-code"]
if platform.machine() == "x86_64":
    FLAGS.append("-march=x86-64-v2")

SOURCES = sorted(path for room in ("engine", "bots", "workers") for path in glob(f"{room}/**/*.pyx", recursive=True))
EXTENSIONS = [
    Extension(path.removesuffix(".pyx").replace(os.sep, "."), [path], extra_compile_args=FLAGS) for path in SOURCES
]

setup(
    ext_modules=cythonize(
        EXTENSIONS,
        nthreads=os.cpu_count() or 1,
        compiler_directives={
            "language_level": 3,
            "boundscheck": False,
            "wraparound": False,
            "cdivision": True,
            "initializedcheck": False,
            "embedsignature": True,
        },
    ),
    options={"build_ext": {"parallel": os.cpu_count() or 1}},
)
