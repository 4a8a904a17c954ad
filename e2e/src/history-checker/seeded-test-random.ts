// mulberry32.

export interface SeededRandom {
  /** At least 0, below 1. */
  next: () => number
  /** An integer, at least 0, below `bound`. */
  below: (bound: number) => number
  between: (least: number, most: number) => number
  chance: (probability: number) => boolean
  /** Undefined if the list is empty. */
  pick: <Item>(items: readonly Item[]) => Item | undefined
}

export function createSeededTestRandom(seed: string): SeededRandom {
  // FNV-1a, so similar seeds give different streams.
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
