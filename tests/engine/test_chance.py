"""ChaCha8 streams against the vectors of the conventions and published ones."""

from struct import pack

from engine.chance import draws, keystream, shuffled


def first_block(key: bytes) -> str:
    return pack("<16I", *keystream(key, 0, 16)).hex()


# The published vectors are those of draft-strombergson-chacha-test-vectors-01: ChaCha8, 256-bit key, IV 0.


def test_the_keystream_of_an_all_zero_key_is_the_published_one() -> None:
    assert first_block(bytes(32)) == (
        "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e"
        "984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cfe42"
    )


def test_a_key_with_one_bit_gives_the_published_keystream() -> None:
    assert first_block(bytes([1]) + bytes(31)) == (
        "cf5ee9a0494aa9613e05d5ed725b804b12f4a465ee635acc3a311de8740489ea"
        "289d04f43c7518db56eb4433e498a1238cd8464d3763ddbb9222ee3bd8fae3c8"
    )


def test_draws_and_shuffles_are_those_of_the_conventions() -> None:
    seed = bytes(range(32))
    assert draws(seed, 3, [1, 2, 6, 52, 55, 118, 1000, 3000000000]) == [0, 1, 1, 35, 6, 90, 809, 1697627961]
    assert shuffled(seed, 7, range(10)) == [7, 3, 5, 2, 6, 4, 1, 0, 8, 9]


def test_a_stream_can_be_entered_anywhere() -> None:
    whole = keystream(9, 5, 100)
    assert all(keystream(9, 5, 100 - start, start) == whole[start:] for start in (1, 15, 16, 17, 50))


def test_draws_are_even() -> None:
    counts = [0] * 6
    for value in draws(1, 1, [6] * 60_000):
        counts[value] += 1
    chi_square = sum((n - 10_000) ** 2 / 10_000 for n in counts)
    assert chi_square < 20.5  # 5 degrees of freedom, one in a thousand
