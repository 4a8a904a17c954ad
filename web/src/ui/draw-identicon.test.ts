import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hashTextToRandomSeed } from './seeded-random.ts'
import { drawIdenticon } from './draw-identicon.ts'

const address = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const sizes = [20, 28, 40, 64, 168, 1080]

/** Changes if any point of the drawing moves. */
const fingerprint = (identifier: string, size: number) =>
  hashTextToRandomSeed(JSON.stringify(drawIdenticon(identifier, size))).toString(16)

describe('identicon', () => {
  test('is deterministic', () => {
    expect(drawIdenticon(address, 64)).toEqual(drawIdenticon(address, 64))
  })

  test('does not change between releases, because people recognize their wallet by it', () => {
    expect(sizes.map((size) => `${size}: ${fingerprint(address, size)}`)).toMatchInlineSnapshot(`
      [
        "20: 5ea9fb0e",
        "28: 37f14abc",
        "40: 43581ad",
        "64: ee4107d6",
        "168: c5f1482a",
        "1080: 172a945b",
      ]
    `)
  })

  test('has rings of strands, and fewer of both at small sizes', () => {
    const shape = (size: number) => drawIdenticon(address, size).rings.map((ring) => ring.strands.length)
    expect(sizes.map((size) => [size, ...shape(size)])).toMatchInlineSnapshot(`
      [
        [
          20,
          2,
          2,
        ],
        [
          28,
          2,
          2,
        ],
        [
          40,
          2,
          2,
          2,
        ],
        [
          64,
          3,
          3,
          3,
        ],
        [
          168,
          8,
          8,
          8,
        ],
        [
          1080,
          14,
          14,
          14,
        ],
      ]
    `)
  })

  test('keeps its hues at every size', () => {
    const hues = (size: number) =>
      drawIdenticon(address, size)
        .rings.slice(0, 2)
        .map((ring) => ring.hue)
    expect(sizes.map(hues)).toEqual(sizes.map(() => hues(168)))
  })

  test('has lines about one pixel wide at every size', () => {
    const widths = sizes.map((size) => ((drawIdenticon(address, size).rings[0]?.strokeWidth ?? 0) * size) / 100)
    for (const width of widths) expect(width).toBeCloseTo(1, 0)
  })

  test('stays inside its square for any identifier', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(...sizes), (identifier, size) => {
        const numbers = drawIdenticon(identifier, size)
          .rings.flatMap((ring) => ring.strands)
          .flatMap((strand) => strand.match(/-?[\d.]+/g) ?? [])
          .map(Number)
        expect(numbers.every((number) => number >= 0 && number <= 100)).toBe(true)
      }),
      { numRuns: 60 },
    )
  })

  test('differs for 2,000 different identifiers, even at 28 pixels', () => {
    const drawings = Array.from({ length: 2000 }, (_, index) =>
      fingerprint(`0x${index.toString(16).padStart(40, '0')}`, 28),
    )
    expect(new Set(drawings).size).toBe(2000)
  })
})
