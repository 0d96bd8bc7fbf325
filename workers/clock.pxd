cdef class Watch:
    cdef object look            # is called with the time, for the deadlines
    cdef double stalled         # seconds lost so far
    cdef double due             # when the next look should come
    cdef object timer           # asyncio.TimerHandle, or None

    cpdef double now(self)
    cdef schedule(self)
