// Numbers drawn from a text, always the same ones: what a rosette is drawn from. It protects nothing, so it need not
// be a cryptographic hash; it only has to spread well and run alike everywhere.

/** A source of numbers from 0 up to but excluding 1. */
export type RandomSource = () => number

/** FNV-1a over UTF-16 units, 32 bits: turns a text into a seed. */
export function hashTextToRandomSeed(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

/**
 * Makes a source of numbers that depends on the text alone. Integer arithmetic on 32 bits, hence the same in every
 * engine: a Weyl sequence, each value finalised with the multiply-and-shift mixing of MurmurHash3.
 */
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
