"""The component tables of this process, filled once from the data files."""

from engine.lagoon.state cimport Tables

cdef Tables T
