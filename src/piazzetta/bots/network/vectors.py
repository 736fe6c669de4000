"""Neighbouring sums of a network as one value: a *block*, which a compiled kernel holds in vector registers.

LLVM makes vectors of a plain loop too, but it reads and writes every sum again for a few rows of weights, and widens
both factors of a product first. In a block sums stay where they are for all rows, and 16-bit numbers are multiplied
into 32 bits by one instruction, on processors and in WebAssembly. The interpreter has NumPy's arrays for blocks.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba.core import cgutils
from numba.core.datamodel import models
from numba.core.types import Type

from piazzetta.kernel import INTERPRETED

_numba: Any = numba  # has more names than type checkers can see
types, extending = _numba.types, _numba.extending
MASK = 32  # numbers that are looked at together
SPREAD = 4  # words that a factor takes when it is spread
_HALF, _WORD, _LONG = (ir.IntType(bits) for bits in (16, 32, 64))


class _Block(Type):
    def __init__(self, lanes: int) -> None:
        self.lanes = lanes
        super().__init__(name=f"Block({lanes})")


@extending.register_model(_Block)
class _BlockModel(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, ir.VectorType(_WORD, kind.lanes))


def _or_plain(plain: Callable[..., Any]) -> Callable[..., Any]:
    """An operation as instructions; for the interpreter, the plain function that does the same."""
    return lambda typed: plain if INTERPRETED else extending.intrinsic(prefer_literal=True)(typed)


def _part(context: Any, builder: Any, kind: Any, array: Any, at: Any, lanes: int) -> Any:
    """So many numbers of an array as a vector: where it lies."""
    data = context.make_array(kind)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [at]), ir.VectorType(data.type.pointee, lanes).as_pointer())


def _load(context: Any, builder: Any, kind: Any, array: Any, at: Any, lanes: int) -> Any:
    return builder.load(_part(context, builder, kind, array, at, lanes), align=kind.dtype.bitwidth // 8)


def _everywhere(builder: Any, number: Any, lanes: int) -> Any:
    """A vector of the same number."""
    alone = builder.insert_element(ir.VectorType(number.type, lanes)(ir.Undefined), number, _WORD(0))
    return builder.shuffle_vector(alone, alone, ir.VectorType(_WORD, lanes)([0] * lanes))


@_or_plain(lambda lanes: np.zeros(lanes, np.int32))
def zeros(_typing, lanes):
    """A block of so many zeros, a constant."""

    def build(_context, _builder, signature, _args):
        count = signature.return_type.lanes
        return ir.VectorType(_WORD, count)([0] * count)

    return _Block(lanes.literal_value)(lanes), build


@_or_plain(lambda sums, at, lanes: sums[at : at + lanes].copy())
def take(_typing, sums, at, lanes):
    """A block of so many sums, a constant."""

    def build(context, builder, signature, args):
        return _load(context, builder, sums, args[0], args[1], signature.return_type.lanes)

    return _Block(lanes.literal_value)(sums, at, lanes), build


def _plain_give(sums, at, block):
    sums[at : at + len(block)] = block


@_or_plain(_plain_give)
def give(_typing, sums, at, block):
    """Put a block back."""

    def build(context, builder, signature, args):
        builder.store(args[2], _part(context, builder, sums, args[0], args[1], block.lanes), align=4)

    return types.void(sums, at, block), build


def _with_row(context: Any, builder: Any, signature: Any, args: Any, factors: Any) -> Any:
    """The first argument, a block, and the row of weights that the next two name, times factors."""
    block, wide = args[0], args[0].type
    row = _load(context, builder, signature.args[1], args[1], args[2], wide.count)
    return builder.add(block, builder.mul(builder.sext(row, wide), builder.sext(factors, wide)))


@_or_plain(lambda block, network, at, factor: block + np.int32(factor) * network[at : at + len(block)])
def with_row(_typing, block, network, at, factor):
    """A block, and a row of weights times a factor of 16 bits."""

    def build(context, builder, signature, args):
        factors = _everywhere(builder, builder.trunc(args[3], _HALF), block.lanes)
        return _with_row(context, builder, signature, args, factors)

    return block(block, network, at, factor), build


def _plain_spread(lanes, at, factor):
    lanes[at : at + SPREAD].view(np.int16)[:] = factor


@_or_plain(_plain_spread)
def spread(_typing, lanes, at, factor):
    """Write a factor of 16 bits as ``with_spread`` reads it: as often as a register holds it."""

    def build(context, builder, signature, args):
        half = builder.zext(builder.trunc(args[2], _HALF), _WORD)
        words = _everywhere(builder, builder.mul(half, _WORD(0x10001)), SPREAD)
        builder.store(words, _part(context, builder, lanes, args[0], args[1], SPREAD), align=4)

    return types.void(lanes, at, factor), build


@_or_plain(lambda block, network, at, lanes, place: with_row(block, network, at, lanes.view(np.int16)[2 * place]))
def with_spread(_typing, block, network, at, lanes, place):
    """The same with a factor that was spread before.

    Of factors that it knows to be all the same, the compiler for WebAssembly would widen one, and the weights as well.
    """

    def build(context, builder, signature, args):
        words = _load(context, builder, lanes, args[3], args[4], SPREAD)
        halves = builder.bitcast(words, ir.VectorType(_HALF, 2 * SPREAD))
        places = ir.VectorType(_WORD, block.lanes)([lane % (2 * SPREAD) for lane in range(block.lanes)])
        return _with_row(context, builder, signature, args, builder.shuffle_vector(halves, halves, places))

    return block(block, network, at, lanes, place), build


@_or_plain(lambda block, least, most: np.clip(block, least, most).astype(np.int32))
def clipped(_typing, block, least, most):
    """Every sum within two constants."""
    ends = least.literal_value, most.literal_value

    def build(_context, builder, _signature, args):
        sums = args[0]
        low, high = (sums.type([end] * block.lanes) for end in ends)
        sums = builder.select(builder.icmp_signed(">", sums, low), sums, low)
        return builder.select(builder.icmp_signed("<", sums, high), sums, high)

    return block(block, least, most), build


def _arithmetic(operation: Callable[..., Any], name: str) -> None:
    """Let compiled kernels write an operation on two blocks, or on a block and a number."""

    @extending.intrinsic
    def calculate(_typing, one, two):
        def build(context, builder, _signature, args):
            other = args[1]
            if not isinstance(two, _Block):
                number = context.cast(builder, other, two, types.int32)
                other = _everywhere(builder, number, one.lanes)
            return getattr(builder, name)(args[0], other)

        return one(one, two), build

    @extending.overload(operation)
    def _on_blocks(one, two):
        return (lambda one, two: calculate(one, two)) if isinstance(one, _Block) else None


for _operation, _instruction in ((operator.add, "add"), (operator.sub, "sub"), (operator.rshift, "ashr")):
    _arithmetic(_operation, _instruction)


def _bits(flags: Any) -> int:
    return sum(1 << int(place) for place in np.flatnonzero(flags))


def _together(builder: Any, vector: Any) -> Any:
    """The bits of all parts of a vector in one number."""
    part = vector.type.element
    name = f"llvm.vector.reduce.or.v{vector.type.count}i{part.width}"
    whole = cgutils.get_or_insert_function(builder.module, ir.FunctionType(part, [vector.type]), name)
    return builder.call(whole, [vector])


def _flags(builder: Any, some: Any, others: Any) -> Any:
    """Where two vectors differ, as bits. Every flag becomes its own bit, and all are put together: for what would be
    shorter, one machine has instructions that another lacks."""
    words = ir.VectorType(_WORD, MASK)
    flags = builder.icmp_unsigned("!=", some, others)
    own = builder.select(flags, words([1 << place for place in range(MASK)]), words([0] * MASK))
    return builder.zext(_together(builder, own), _LONG)


@_or_plain(lambda numbers, at: _bits(numbers[at : at + MASK]))
def nonzero(_typing, numbers, at):
    """Which of the next ``MASK`` numbers are not 0: a bit for each."""

    def build(context, builder, signature, args):
        some = _load(context, builder, numbers, args[0], args[1], MASK)
        return _flags(builder, some, some.type([0] * MASK))

    return types.int64(numbers, at), build


@_or_plain(lambda numbers, at, other: _bits(numbers[at : at + MASK] != numbers[other : other + MASK]))
def differing(_typing, numbers, at, other):
    """Which of the next ``MASK`` numbers are not what they are at another place."""

    def build(context, builder, signature, args):
        return _flags(builder, *(_load(context, builder, numbers, args[0], place, MASK) for place in args[1:]))

    return types.int64(numbers, at, other), build


@_or_plain(lambda numbers, at, other: bool((numbers[at : at + MASK] != numbers[other : other + MASK]).any()))
def differs(_typing, numbers, at, other):
    """Whether any of them is: bytes only."""

    def build(context, builder, signature, args):
        some, others = (_load(context, builder, numbers, args[0], place, MASK) for place in args[1:])
        longs = builder.bitcast(builder.xor(some, others), ir.VectorType(_LONG, MASK // 8))
        return builder.icmp_unsigned("!=", _together(builder, longs), _LONG(0))

    return types.boolean(numbers, at, other), build


@_or_plain(lambda bits: (bits & -bits).bit_length() - 1)
def lowest(_typing, bits):
    """The place of the lowest bit that is set."""

    def build(_context, builder, _signature, args):
        return builder.cttz(args[0], ir.IntType(1)(1))

    return types.int64(bits), build
