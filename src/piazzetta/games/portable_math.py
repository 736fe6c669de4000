"""Logarithm and exponential as kernels: bit-identical on every machine and in the browser.

The C library's versions differ in the last bit between systems, and one bit can change a search. These use only
operations that IEEE 754 defines exactly (sums, products, quotients), and are accurate to about one unit in the last
place.
"""

from __future__ import annotations

import math

import numpy as np

from piazzetta.kernel import compiled

# ln 2 in two parts: the first has so few bits (32) that its products with an exponent are exact.
LN2_HIGH = 2977044471 / 2**32
LN2_LOW = 1.9082149292705877e-10
PER_LN2 = 1.4426950408889634
ROOT_2 = 1.4142135623730951
FRACTION = 0xFFFFFFFFFFFFF  # the fraction bits of a number
BIAS = 1023


@compiled
def logarithm(x):
    """The natural logarithm of a positive, normal number."""
    bits = np.float64(x).view(np.int64)
    exponent = (bits >> 52) - BIAS
    part = np.int64((bits & FRACTION) | (BIAS << 52)).view(np.float64)  # from 1 to 2
    if part > ROOT_2:
        part *= 0.5
        exponent += 1
    s = (part - 1.0) / (part + 1.0)  # ln part = 2 · (s + s³/3 + s⁵/5 + …)
    z = s * s
    z2 = z * z
    z4 = z2 * z2
    # summed in pairs, which a processor computes side by side
    low = (1 / 3 + z * (1 / 5)) + z2 * (1 / 7 + z * (1 / 9))
    high = (1 / 11 + z * (1 / 13)) + z2 * (1 / 15 + z * (1 / 17))
    rest = low + z4 * (high + z4 * (1 / 19 + z * (1 / 21)))
    return exponent * LN2_HIGH + (exponent * LN2_LOW + (2.0 * s + 2.0 * s * z * rest))


@compiled
def exponential(x):
    """e to the power of a number from −700 to 700; 0 below that."""
    if x < -700.0:
        return 0.0
    power = math.floor(x * PER_LN2 + 0.5)
    r = (x - power * LN2_HIGH) - power * LN2_LOW  # from −0.35 to 0.35
    r2 = r * r
    r4 = r2 * r2
    low = (1 / 2 + r * (1 / 6)) + r2 * (1 / 24 + r * (1 / 120))
    high = (1 / 720 + r * (1 / 5040)) + r2 * (1 / 40320 + r * (1 / 362880))
    highest = (1 / 3628800 + r * (1 / 39916800)) + r2 * (1 / 479001600)
    return (1.0 + (r + r2 * (low + r4 * (high + r4 * highest)))) * np.int64((int(power) + BIAS) << 52).view(np.float64)
