"""gRPC on an asyncio loop, without a thread between a socket and its call: what the referee dials bots with and the SDK serves them by.

grpcio hands every message from thread to thread, which costs more than all the rest of a round trip. HTTP/2 itself is the h2
library's; here is what lies around it.
"""
