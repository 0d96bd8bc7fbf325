from libc.stdint cimport int32_t, uint32_t


cdef struct Node:
    # An action in the tree, and what came of it. Siblings are chained; 0 ends a chain (the root is nobody's child).
    uint32_t code
    int32_t seat                # who plays it
    int32_t first, next         # its first child, its next sibling
    int32_t visits
    int32_t available           # how often it was legal when its parent was passed
    float total                 # rewards of the seat that plays it
    float squares               # of the same
