// The guilloché of an identifier: fine interlaced lines as on a banknote, drawn from a hash of it. Pure, so that the
// same identifier has the same rosette in every browser and on the server.
import { closedCurve } from './closed-curve.ts'
import { drawFrom } from './hash.ts'
import type { Draw } from './hash.ts'

/** One ring of strands that cross each other, in one hue. Lengths are hundredths of the rosette's width. */
export interface RosetteRing {
  hue: number
  strokeWidth: number
  strands: string[]
}

/** A rosette: the hue of the disc that it lies on, and its rings from the outermost to the innermost. */
export interface Rosette {
  hue: number
  rings: RosetteRing[]
}

/** How much is drawn: a small rosette has fewer, thicker and calmer lines, so that it stays legible. */
interface Detail {
  strands: number
  /** In pixels on the screen. */
  strokePx: number
  /** The most waves in a ring. */
  waves: number
}

const turn = 2 * Math.PI

/** Where the three rings lie: the middle of each, and half its breadth. */
const places = [
  { middle: 37, breadth: 9.5 },
  { middle: 23.5, breadth: 7.5 },
  { middle: 11, breadth: 6.5 },
] as const

/**
 * Draws the rosette of an identifier into a square of 100 × 100.
 * @param identifier any text; nothing but it decides the drawing
 * @param sizePx the width on the screen, which decides how much detail is drawn
 */
export function rosettePaths(identifier: string, sizePx: number): Rosette {
  const draw = drawFrom(identifier)
  const detail = detailAt(sizePx)
  const hue = Math.floor(draw() * 360)
  // The second hue keeps its distance from the first, so that the two can be told apart.
  const otherHue = (hue + 70 + Math.floor(draw() * 220)) % 360
  const rings = places.map((place, index) => ({
    hue: index === 1 ? otherHue : hue,
    strokeWidth: Math.round((detail.strokePx / sizePx) * 1000) / 10,
    strands: strandsOf(place, draw, detail),
  }))
  return { hue, rings }
}

function detailAt(sizePx: number): Detail {
  if (sizePx <= 28) return { strands: 2, strokePx: 1.1, waves: 8 }
  if (sizePx <= 56) return { strands: 3, strokePx: 0.9, waves: 10 }
  if (sizePx <= 96) return { strands: 5, strokePx: 0.8, waves: 12 }
  return { strands: 8, strokePx: 0.75, waves: 12 }
}

/** r(t) = middle + a·cos(n·t + φ) + b·cos(n·k·t − φ), each strand turned a little further than the one before. */
function strandsOf(place: (typeof places)[number], draw: Draw, detail: Detail): string[] {
  const wavesDrawn = 4 + Math.floor(draw() * 9)
  const waves = Math.min(wavesDrawn, detail.waves)
  const overtone = 2 + Math.floor(draw() * 2)
  const share = 0.12 + draw() * 0.4
  const phase = draw() * turn
  const large = place.breadth * (1 - share)
  const small = place.breadth * share
  const points = Math.max(48, waves * overtone * 8)
  return Array.from({ length: detail.strands }, (_, index) => {
    const shift = (turn * index) / detail.strands
    return closedCurve(
      (angle) =>
        place.middle + large * Math.cos(waves * angle + phase + shift) + small * Math.cos(waves * overtone * angle - phase - shift),
      points,
    )
  })
}
