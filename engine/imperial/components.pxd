"""The components of the game in C, read once at import."""

from engine.imperial.state cimport Tables

cdef Tables tables
