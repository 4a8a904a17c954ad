// The product's own logo: one fixed braid of two strands, left open where the long arm of a check runs out through it,
// as a countersignature crosses a seal. favicon.svg is made of the same lines (product-logo-svg-paths.test.ts holds them together).

interface LogoPaths {
  braid: string[]
  check: string
}

/** Where the braid runs, how far it swings, how many waves each strand makes, and where it stands open (degrees from the top). */
const braid = { middle: 38.5, swing: 7, waves: 8, openFrom: 31, openTo: 61 }

/** The logo's lines in a square of 100 × 100. */
export const productLogoSvgPaths: LogoPaths = {
  braid: [braidStrand(1), braidStrand(-1)],
  check: 'M30 50L45 65L83 20',
}

/** How thick its lines are, in the same square. */
export const productLogoStrokeWidths = { braid: 4.5, check: 9 } as const

/** @param side which way it swings first; both strands begin and end where they cross */
function braidStrand(side: 1 | -1): string {
  const samples = 144
  const sweep = 360 - (braid.openTo - braid.openFrom)
  const points = Array.from({ length: samples + 1 }, (_, index) => {
    const share = index / samples
    const angle = ((braid.openTo + sweep * share) * Math.PI) / 180
    const radius = braid.middle + side * braid.swing * Math.sin(2 * Math.PI * braid.waves * share)
    return `${round(50 + radius * Math.sin(angle))} ${round(50 - radius * Math.cos(angle))}`
  })
  return `M${points.join('L')}`
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
