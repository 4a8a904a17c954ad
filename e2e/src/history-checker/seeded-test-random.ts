// Randomness that follows from a seed (a pseudo-random generator, mulberry32), so that a run draws the same again.

/** Draws from one stream. */
export interface SeededRandom {
  /** At least 0, below 1. */
  next: () => number
  /** A whole number, at least 0, below the bound. */
  below: (bound: number) => number
  between: (least: number, most: number) => number
  chance: (probability: number) => boolean
  /** One of several; undefined where there is none. */
  pick: <Item>(items: readonly Item[]) => Item | undefined
}

/** @param seed any text; each has a stream of its own */
export function createSeededTestRandom(seed: string): SeededRandom {
  // FNV-1a, so that seeds that look alike begin far from each other.
  let state = 0x811c9dc5
  for (const character of seed) state = Math.imul(state ^ character.charCodeAt(0), 0x01000193)
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (bound: number): number => Math.floor(next() * bound)
  return {
    next,
    below,
    between: (least, most) => least + next() * (most - least),
    chance: (probability) => next() < probability,
    pick: (items) => items[below(items.length)],
  }
}
