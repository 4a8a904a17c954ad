// Deterministic random numbers from a text, for identicons. They are not cryptographic.

/** From 0 (inclusive) to 1 (exclusive). */
export type RandomSource = () => number

/** FNV-1a, 32 bits, over UTF-16 units. */
export function hashTextToRandomSeed(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

/** Weyl sequence with MurmurHash3 finalization, in 32-bit integers, so that all engines agree. */
export function createSeededRandom(text: string): RandomSource {
  let state = hashTextToRandomSeed(text)
  return () => {
    state = (state + 0x9e3779b9) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 0x1_0000_0000
  }
}
