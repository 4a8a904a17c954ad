// The application icons have the same lines (scripts/brand/brand-image-svgs.ts).

interface LogoPaths {
  braid: string[]
  check: string
}

/** Radius, amplitude and number of waves of the braid, and its opening in degrees from the top. */
const braid = { middle: 38.5, swing: 7, waves: 8, openFrom: 31, openTo: 61 }

export const productLogoSvgPaths: LogoPaths = {
  braid: [braidStrand(1), braidStrand(-1)],
  check: 'M30 50L45 65L83 20',
}

export const productLogoStrokeWidths = { braid: 4.5, check: 9 } as const

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
