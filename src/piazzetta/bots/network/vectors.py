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
from numba.core.extending import _Intrinsic
from numba.core.types import Type

from piazzetta.kernel import INTERPRETED

_numba: Any = numba  # has more names than type checkers can see
types, extending = _numba.types, _numba.extending
MASK = 32  # numbers that are looked at together
_LINE = 32  # weights that come into the cache together
_HALF, _WORD, _LONG = (ir.IntType(bits) for bits in (16, 32, 64))


class _Block(Type):
    def __init__(self, lanes: int) -> None:
        self.lanes = lanes
        super().__init__(name=f"Block({lanes})")


@extending.register_model(_Block)
class _BlockModel(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, ir.VectorType(_WORD, kind.lanes))


class _Factor(Type):
    """A register full of the same number."""

    lanes = 8


class _Beginning(Type):
    """Some weights of a row."""

    def __init__(self, row: int) -> None:
        self.row = row
        self.lanes = 8 * -(-row // _LINE)
        super().__init__(name=f"Beginning({row})")


_FACTOR = _Factor(name="Factor")


@extending.register_model(_Factor)
@extending.register_model(_Beginning)
class _HalvesModel(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, ir.VectorType(_HALF, kind.lanes))


def _some(builder: Any, vector: Any, start: int, count: int) -> Any:
    """A part of a vector."""
    if count == vector.type.count:
        return vector
    return builder.shuffle_vector(vector, vector, ir.VectorType(_WORD, count)(list(range(start, start + count))))


def _joined(builder: Any, parts: list[Any]) -> Any:
    """Vectors of the same size, a power of 2 of them, as one."""
    while len(parts) > 1:
        both = 2 * parts[0].type.count
        places = ir.VectorType(_WORD, both)(list(range(both)))
        parts = [builder.shuffle_vector(one, two, places) for one, two in zip(parts[::2], parts[1::2], strict=True)]
    return parts[0]


class _Operation(_Intrinsic):  # type: ignore[misc]
    """Instructions for a compiled kernel; for an interpreted one, the plain function that does the same."""

    plain: Callable[..., Any]

    def __call__(self, *args: Any) -> Any:
        return self.plain(*args)


def _or_plain(plain: Callable[..., Any]) -> Callable[..., Any]:
    def operation(typed: Callable[..., Any]) -> Any:
        made = extending.intrinsic(prefer_literal=True)(typed)
        made.__class__, made.plain = _Operation, plain
        return made

    return lambda typed: plain if INTERPRETED else operation(typed)


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


@_or_plain(np.int16)
def factor(_typing, number):
    """A number of 16 bits, to multiply a row of weights by.

    In a loop, make it a turn ahead: if it saw that a register holds the same number everywhere, the compiler for
    WebAssembly would widen one of them, and the weights as well, instead of multiplying 16 bits by 16.
    """

    def build(_context, builder, _signature, args):
        return _everywhere(builder, builder.trunc(args[0], _HALF), _Factor.lanes)

    return _FACTOR(number), build


@_or_plain(lambda network, at, lanes: None)
def beginning(_typing, network, at, lanes):
    """The first weights of each line of the cache in a row of so many, a constant: when they are there, all are."""

    def build(context, builder, signature, args):
        parts = [
            _load(context, builder, network, args[0], builder.add(args[1], _LONG(place)), 8)
            for place in range(0, signature.return_type.row, _LINE)
        ]
        return _joined(builder, parts)

    return _Beginning(lanes.literal_value)(network, at, lanes), build


@_or_plain(lambda block, network, at, factor, first: block + np.int32(factor) * network[at : at + len(block)])
def with_row(_typing, block, network, at, factor, first):
    """A block, and a row of weights times a factor; ``first`` is the row's beginning."""

    def build(context, builder, _signature, args):
        factors = builder.sext(args[3], ir.VectorType(_WORD, 8))
        parts = []
        for place in range(0, block.lanes, 8):
            if place % _LINE == 0:
                row = _some(builder, args[4], place // _LINE * 8, 8)
            else:
                row = _load(context, builder, network, args[1], builder.add(args[2], _LONG(place)), 8)
            product = builder.mul(builder.sext(row, factors.type), factors)
            parts.append(builder.add(_some(builder, args[0], place, 8), product))
        return _joined(builder, parts)

    return block(block, network, at, factor, first), build


@_or_plain(lambda block, network, at: np.int32((block * network[at : at + len(block)]).sum(dtype=np.int32)))
def along_row(_typing, block, network, at):
    """The sum of a block's numbers, each times its weight in a row."""

    def build(context, builder, _signature, args):
        row = builder.sext(_load(context, builder, network, args[1], args[2], block.lanes), args[0].type)
        name = f"llvm.vector.reduce.add.v{block.lanes}i32"
        whole = cgutils.get_or_insert_function(builder.module, ir.FunctionType(_WORD, [args[0].type]), name)
        return builder.call(whole, [builder.mul(args[0], row)])

    return types.int32(block, network, at), build


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


def _flags(builder: Any, some: Any, others: Any) -> Any:
    """Where two vectors differ, as bits. Eight flags at a time are the bytes of a number; a product gathers bits.
    There are shorter ways, but for each of them a machine that lacks an instruction."""
    differ = builder.sext(builder.icmp_unsigned("!=", some, others), ir.VectorType(ir.IntType(8), MASK))
    eights = builder.bitcast(differ, ir.VectorType(_LONG, MASK // 8))
    bits = _LONG(0)
    for number in range(MASK // 8):
        eight = builder.and_(builder.extract_element(eights, _WORD(number)), _LONG(0x8040201008040201))
        eight = builder.lshr(builder.mul(eight, _LONG(0x0101010101010101)), _LONG(56))
        bits = builder.or_(bits, builder.shl(eight, _LONG(8 * number)))
    return bits


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


@_or_plain(lambda numbers, at, other, count: bool((numbers[at : at + count] != numbers[other : other + count]).any()))
def differs(_typing, numbers, at, other, count):
    """Whether any of so many bytes is, up to ``MASK``; of fewer than 24, perhaps one behind them."""

    def build(context, builder, _signature, args):
        some, others = (_load(context, builder, numbers, args[0], place, MASK) for place in args[1:3])
        longs = builder.bitcast(builder.xor(some, others), ir.VectorType(_LONG, MASK // 8))
        first, second, third, last = (builder.extract_element(longs, _WORD(place)) for place in range(4))
        unused = builder.mul(builder.sub(_LONG(MASK), args[3]), _LONG(8))
        kept = builder.shl(last, builder.and_(unused, _LONG(63)))
        last = builder.select(builder.icmp_signed("<", unused, _LONG(64)), kept, _LONG(0))
        whole = builder.or_(builder.or_(first, second), builder.or_(third, last))
        return builder.icmp_unsigned("!=", whole, _LONG(0))

    return types.boolean(numbers, at, other, count), build


def _plain_mark(numbers, place, block):
    numbers.view(np.uint32)[place] = _bits(block)


@_or_plain(_plain_mark)
def mark(_typing, numbers, place, block):
    """Write which of a block of ``MASK`` are not 0 as the bits of one number."""

    def build(context, builder, _signature, args):
        bits = builder.trunc(_flags(builder, args[2], args[2].type([0] * MASK)), _WORD)
        data = context.make_array(numbers)(context, builder, args[0]).data
        builder.store(bits, builder.gep(data, [args[1]]), align=4)

    return types.void(numbers, place, block), build


@_or_plain(lambda numbers, place: int.from_bytes(numbers[place : place + 2].tobytes(), "little"))
def marked(_typing, numbers, place):
    """What two marks have written, as 64 bits."""

    def build(context, builder, _signature, args):
        data = context.make_array(numbers)(context, builder, args[0]).data
        return builder.load(builder.bitcast(builder.gep(data, [args[1]]), _LONG.as_pointer()), align=4)

    return types.int64(numbers, place), build


@_or_plain(lambda bits: bits.bit_length() - 1)
def highest(_typing, bits):
    """The place of the highest bit that is set.

    Not the lowest: to find that one, V8 calls a function on Arm, and vectors cannot stay in registers meanwhile.
    """

    def build(_context, builder, _signature, args):
        return builder.sub(_LONG(63), builder.ctlz(args[0], ir.IntType(1)(1)))

    return types.int64(bits), build
