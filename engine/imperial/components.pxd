"""The component tables of this process, filled once from the data files."""

from engine.imperial.state cimport Tables

cdef Tables T
