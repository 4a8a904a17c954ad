// The product's own mark: one fixed braid of two strands, left open where the long arm of a check runs out through it,
// as a countersignature crosses a seal. favicon.svg is made of the same lines (mark-paths.test.ts holds them together).

interface MarkPaths {
  braid: string[]
  check: string
}

/** How many times the strands cross half a turn, and how far they swing. */
const waves = 7
const middle = 38
const swing = 6.5

/** Where the braid stands open, in degrees clockwise from the top. */
const opening = { from: 33, to: 63 }

/** The mark's lines in a square of 100 × 100. */
export const markPaths: MarkPaths = {
  braid: [strand(0), strand(Math.PI)],
  check: 'M31 51L46 66L84 21',
}

function strand(phase: number): string {
  const samples = 112
  const sweep = 360 - (opening.to - opening.from)
  const points = Array.from({ length: samples + 1 }, (_, index) => {
    const degrees = opening.to + (sweep * index) / samples
    const angle = (degrees * Math.PI) / 180
    const radius = middle + swing * Math.cos(waves * ((2 * Math.PI * index) / samples) * 1.5 + phase + Math.PI / 2)
    return `${round(50 + radius * Math.sin(angle))} ${round(50 - radius * Math.cos(angle))}`
  })
  return `M${points.join('L')}`
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
