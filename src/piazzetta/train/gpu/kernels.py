"""The operations of ``engines.Plain`` as Triton kernels: data of single things never leave the chip.

Arrays are column-major, as the batch writes them on a GPU: neighbouring rows are neighbours in memory. The backward
pass recomputes the values of each thing instead of storing them. Sums are taken in a fixed order, so results are
reproducible.
"""

from __future__ import annotations

import triton
import triton.language as tl


@triton.jit
def table_kernel(seen, scale, out, rows, column, out_stride, numbers: tl.constexpr, block: tl.constexpr):
    """The numbers of the whole table, scaled, row by row."""
    row = tl.program_id(0) * block + tl.arange(0, block).to(tl.int64)
    k = tl.arange(0, numbers)
    inside = row < rows
    x = tl.load(seen + k[:, None] * column + row[None, :], mask=inside[None, :], other=0).to(tl.float32)
    x = x * tl.load(scale + k)[:, None]
    tl.store(out + row[:, None] * out_stride + k[None, :], tl.trans(x).to(out.dtype.element_ty), mask=inside[:, None])


@triton.jit
def pool_kernel(
    seen,
    weight,
    out,
    rows,
    column,
    out_stride,
    count,
    numbers: tl.constexpr,
    deep: tl.constexpr,
    width: tl.constexpr,
    block: tl.constexpr,
):
    """relu(numbers · weight), summed over the things of a kind."""
    row = tl.program_id(0) * block + tl.arange(0, block).to(tl.int64)
    k = tl.arange(0, deep)
    d = tl.arange(0, width)
    inside = row < rows
    w = tl.load(weight + k[:, None] * width + d[None, :], mask=k[:, None] < numbers, other=0.0)
    at = seen + k[:, None] * column + row[None, :]
    there = inside[None, :] & (k[:, None] < numbers)
    total = tl.zeros((block, width), tl.float32)
    for thing in range(count):
        x = tl.load(at + thing * numbers * column, mask=there, other=0).to(tl.float32).to(w.dtype)
        total += tl.maximum(tl.dot(tl.trans(x), w), 0.0)
    tl.store(out + row[:, None] * out_stride + d[None, :], total.to(out.dtype.element_ty), mask=inside[:, None])


@triton.jit
def pool_back_kernel(
    seen,
    weight,
    grad,
    sums,
    rows,
    column,
    grad_stride,
    count,
    numbers: tl.constexpr,
    deep: tl.constexpr,
    width: tl.constexpr,
    block: tl.constexpr,
):
    k = tl.arange(0, deep)
    d = tl.arange(0, width)
    w = tl.load(weight + k[:, None] * width + d[None, :], mask=k[:, None] < numbers, other=0.0)
    total = tl.zeros((deep, width), tl.float32)
    for number in range(tl.program_id(0), tl.cdiv(rows, block), tl.num_programs(0)):
        row = number * block + tl.arange(0, block).to(tl.int64)
        inside = row < rows
        g = tl.load(grad + row[:, None] * grad_stride + d[None, :], mask=inside[:, None], other=0.0).to(tl.float32)
        at = seen + k[:, None] * column + row[None, :]
        there = inside[None, :] & (k[:, None] < numbers)
        for thing in range(count):
            x = tl.load(at + thing * numbers * column, mask=there, other=0).to(tl.float32).to(w.dtype)
            back = tl.where(tl.dot(tl.trans(x), w) > 0.0, g, 0.0).to(w.dtype)
            total += tl.dot(x, back)
    tl.store(sums + (tl.program_id(0) * deep + k[:, None]) * width + d[None, :], total)


@triton.jit
def score_kernel(
    seen,
    weight,
    context,
    votes,
    out,
    rows,
    column,
    context_stride,
    out_column,
    count,
    outputs: tl.constexpr,
    numbers: tl.constexpr,
    deep: tl.constexpr,
    width: tl.constexpr,
    room: tl.constexpr,
    block: tl.constexpr,
):
    """relu(numbers · weight + context) · votes for each thing of a kind."""
    row = tl.program_id(0) * block + tl.arange(0, block).to(tl.int64)
    k = tl.arange(0, deep)
    d = tl.arange(0, width)
    o = tl.arange(0, room)
    inside = row < rows
    w = tl.load(weight + k[:, None] * width + d[None, :], mask=k[:, None] < numbers, other=0.0)
    v = tl.load(votes + o[None, :] * width + d[:, None], mask=o[None, :] < outputs, other=0.0)
    c = tl.load(context + row[:, None] * context_stride + d[None, :], mask=inside[:, None], other=0.0).to(tl.float32)
    at = seen + k[:, None] * column + row[None, :]
    there = inside[None, :] & (k[:, None] < numbers)
    out_at = out + o[None, :] * out_column + row[:, None]
    out_there = inside[:, None] & (o[None, :] < outputs)
    for thing in range(count):
        x = tl.load(at + thing * numbers * column, mask=there, other=0).to(tl.float32).to(w.dtype)
        hidden = tl.maximum(tl.dot(tl.trans(x), w) + c, 0.0).to(w.dtype)
        tl.store(out_at + thing * outputs * out_column, tl.dot(hidden, v), mask=out_there)


@triton.jit
def score_back_kernel(
    seen,
    weight,
    context,
    votes,
    grad,
    sums,
    vote_sums,
    context_grad,
    rows,
    column,
    context_stride,
    grad_column,
    count,
    outputs: tl.constexpr,
    numbers: tl.constexpr,
    deep: tl.constexpr,
    width: tl.constexpr,
    room: tl.constexpr,
    block: tl.constexpr,
):
    k = tl.arange(0, deep)
    d = tl.arange(0, width)
    o = tl.arange(0, room)
    w = tl.load(weight + k[:, None] * width + d[None, :], mask=k[:, None] < numbers, other=0.0)
    v = tl.load(votes + o[:, None] * width + d[None, :], mask=o[:, None] < outputs, other=0.0)
    total = tl.zeros((deep, width), tl.float32)
    vote_total = tl.zeros((room, width), tl.float32)
    for number in range(tl.program_id(0), tl.cdiv(rows, block), tl.num_programs(0)):
        row = number * block + tl.arange(0, block).to(tl.int64)
        inside = row < rows
        context_at = row[:, None] * context_stride + d[None, :]
        c = tl.load(context + context_at, mask=inside[:, None], other=0.0).to(tl.float32)
        at = seen + k[:, None] * column + row[None, :]
        there = inside[None, :] & (k[:, None] < numbers)
        grad_at = grad + o[None, :] * grad_column + row[:, None]
        grad_there = inside[:, None] & (o[None, :] < outputs)
        to_context = tl.zeros((block, width), tl.float32)
        for thing in range(count):
            x = tl.load(at + thing * numbers * column, mask=there, other=0).to(tl.float32).to(w.dtype)
            g = tl.load(grad_at + thing * outputs * grad_column, mask=grad_there, other=0.0).to(w.dtype)
            before = tl.dot(tl.trans(x), w) + c
            vote_total += tl.dot(tl.trans(g), tl.maximum(before, 0.0).to(w.dtype))
            back = tl.where(before > 0.0, tl.dot(g, v), 0.0)
            to_context += back
            total += tl.dot(x, back.to(w.dtype))
        tl.store(context_grad + context_at, to_context.to(context_grad.dtype.element_ty), mask=inside[:, None])
    tl.store(sums + (tl.program_id(0) * deep + k[:, None]) * width + d[None, :], total)
    tl.store(vote_sums + (tl.program_id(0) * room + o[:, None]) * width + d[None, :], vote_total)


@triton.jit
def add_relu_kernel(hidden, before, out, size, block: tl.constexpr):
    """hidden + relu(before)"""
    i = tl.program_id(0).to(tl.int64) * block + tl.arange(0, block)
    inside = i < size
    b = tl.load(before + i, mask=inside)
    tl.store(out + i, tl.load(hidden + i, mask=inside) + tl.maximum(b, 0.0).to(b.dtype), mask=inside)


@triton.jit
def through_relu_kernel(grad, before, out, size, block: tl.constexpr):
    """The gradient where relu was active."""
    i = tl.program_id(0).to(tl.int64) * block + tl.arange(0, block)
    inside = i < size
    g = tl.load(grad + i, mask=inside)
    tl.store(out + i, tl.where(tl.load(before + i, mask=inside) > 0.0, g, 0.0).to(g.dtype), mask=inside)


@triton.jit
def decide_kernel(
    scores,
    legal,
    chair_scores,
    mover,
    players,
    chosen,
    log_share,
    choice,
    chances,
    rows,
    column,
    legal_column,
    count,
    seats: tl.constexpr,
    seed,
    block: tl.constexpr,
):
    """Sample a legal choice by probability (the maximum with Gumbel noise), and compute each seat's chance."""
    row = tl.program_id(0) * block + tl.arange(0, block).to(tl.int64)
    inside = row < rows
    top = tl.full((block,), -1e9, tl.float32)
    total = tl.zeros((block,), tl.float32)
    best = tl.full((block,), -1e30, tl.float32)
    own = tl.zeros((block,), tl.float32)
    which = tl.zeros((block,), tl.int64)
    open_to = tl.zeros((block,), tl.int32)
    for c in range(count):
        allowed = tl.load(legal + c * legal_column + row, mask=inside, other=0) != 0
        s = tl.where(allowed, tl.load(scores + c * column + row, mask=inside, other=0.0), -1e9)
        higher = tl.maximum(top, s)
        total = total * tl.exp(top - higher) + tl.where(allowed, tl.exp(s - higher), 0.0)
        top = higher
        noise = tl.rand(seed, (row * count + c).to(tl.int32))
        key = s - tl.log(-tl.log(tl.maximum(noise, 1e-10)))
        better = allowed & (key > best)
        best = tl.where(better, key, best)
        own = tl.where(better, s, own)
        which = tl.where(better, c, which)
        open_to += allowed.to(tl.int32)
    tl.store(chosen + row, which, mask=inside)
    tl.store(log_share + row, own - top - tl.log(tl.maximum(total, 1e-30)), mask=inside)
    tl.store(choice + row, (open_to > 1).to(tl.int8), mask=inside)
    count_here = tl.load(players + row, mask=inside, other=1)
    first = tl.load(mover + row, mask=inside, other=0).to(tl.int64)
    top = tl.full((block,), -1e9, tl.float32)
    for k in tl.static_range(seats):
        s = tl.load(chair_scores + k * column + row, mask=inside, other=0.0)
        top = tl.maximum(top, tl.where(k < count_here, s, -1e9))
    total = tl.zeros((block,), tl.float32)
    for k in tl.static_range(seats):
        s = tl.load(chair_scores + k * column + row, mask=inside, other=0.0)
        total += tl.where(k < count_here, tl.exp(s - top), 0.0)
    for k in tl.static_range(seats):
        s = tl.load(chair_scores + k * column + row, mask=inside, other=0.0)
        seat = tl.where(k < count_here, (first + k) % count_here, k)
        tl.store(chances + row * seats + seat, tl.where(k < count_here, tl.exp(s - top) / total, 0.0), mask=inside)


@triton.jit
def loss_kernel(
    scores,
    legal,
    chair_scores,
    players,
    chosen,
    log_share,
    gain,
    weight,
    value_weight,
    target,
    grad,
    chair_grad,
    told,
    rows,
    column,
    legal_column,
    count,
    seats: tl.constexpr,
    clip,
    entropy_weight,
    block: tl.constexpr,
):
    """The losses of policy, entropy and chances, and their gradients with respect to all scores."""
    row = tl.program_id(0) * block + tl.arange(0, block).to(tl.int64)
    inside = row < rows
    top = tl.full((block,), -1e9, tl.float32)
    total = tl.zeros((block,), tl.float32)
    moment = tl.zeros((block,), tl.float32)
    for c in range(count):
        allowed = tl.load(legal + c * legal_column + row, mask=inside, other=0) != 0
        s = tl.where(allowed, tl.load(scores + c * column + row, mask=inside, other=0.0), -1e9)
        higher = tl.maximum(top, s)
        share = tl.where(allowed, tl.exp(s - higher), 0.0)
        total = total * tl.exp(top - higher) + share
        moment = moment * tl.exp(top - higher) + share * s
        top = higher
    total = tl.maximum(total, 1e-30)
    level = top + tl.log(total)
    entropy = level - moment / total
    picked = tl.load(chosen + row, mask=inside, other=0)
    change = tl.load(scores + picked * column + row, mask=inside, other=0.0) - level
    change -= tl.load(log_share + row, mask=inside, other=0.0)
    g = tl.load(gain + row, mask=inside, other=0.0)
    w = tl.load(weight + row, mask=inside, other=0.0)
    ratio = tl.exp(tl.where(w > 0.0, change, 0.0))
    clipped = tl.minimum(tl.maximum(ratio, 1.0 - clip), 1.0 + clip)
    policy = -tl.minimum(ratio * g, clipped * g) * w
    slope = tl.where(ratio * g <= clipped * g, -g * ratio * w, 0.0)
    for c in range(count):
        allowed = tl.load(legal + c * legal_column + row, mask=inside, other=0) != 0
        log_p = tl.load(scores + c * column + row, mask=inside, other=0.0) - level
        p = tl.exp(tl.where(allowed, log_p, -1e9))
        back = slope * (tl.where(picked == c, 1.0, 0.0) - p) + entropy_weight * w * p * (log_p + entropy)
        tl.store(grad + c * column + row, tl.where(allowed, back, 0.0), mask=inside)
    count_here = tl.load(players + row, mask=inside, other=1)
    vw = tl.load(value_weight + row, mask=inside, other=0.0)
    top = tl.full((block,), -1e9, tl.float32)
    whole = tl.zeros((block,), tl.float32)
    for k in tl.static_range(seats):
        s = tl.load(chair_scores + k * column + row, mask=inside, other=0.0)
        top = tl.maximum(top, tl.where(k < count_here, s, -1e9))
        whole += tl.load(target + row * seats + k, mask=inside, other=0.0)
    total = tl.zeros((block,), tl.float32)
    for k in tl.static_range(seats):
        s = tl.load(chair_scores + k * column + row, mask=inside, other=0.0)
        total += tl.where(k < count_here, tl.exp(s - top), 0.0)
    value = tl.zeros((block,), tl.float32)
    for k in tl.static_range(seats):
        s = tl.load(chair_scores + k * column + row, mask=inside, other=0.0) - top - tl.log(total)
        t = tl.load(target + row * seats + k, mask=inside, other=0.0)
        here = k < count_here
        value -= tl.where(here, t * s, 0.0) * vw
        tl.store(chair_grad + k * column + row, tl.where(here, vw * (tl.exp(s) * whole - t), 0.0), mask=inside)
    at = told + tl.program_id(0) * 4
    tl.store(at, tl.sum(policy))
    tl.store(at + 1, tl.sum(value))
    tl.store(at + 2, tl.sum(entropy * w))
    tl.store(at + 3, tl.sum(tl.abs(change) * w))
