cdef class Message:
    cdef readonly str name, doc
    cdef readonly tuple fields
    cdef dict by_number
    cdef readonly bint row
    cdef dict read(self, const unsigned char* data, size_t size)
    cdef int write(self, bytearray out, value, str where) except -1
