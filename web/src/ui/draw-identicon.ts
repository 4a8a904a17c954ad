// The identicon (guilloché) of an identifier is the same in browsers and on the server.
import { drawClosedSvgCurve } from './draw-closed-svg-curve.ts'
import { createSeededRandom } from './seeded-random.ts'
import type { RandomSource } from './seeded-random.ts'

export interface IdenticonRingShape {
  hue: number
  strokeWidth: number
  strands: string[]
}

/** `hue` is the hue of the background disc. Rings are listed from outermost to innermost. */
export interface IdenticonShape {
  hue: number
  rings: IdenticonRingShape[]
}

interface RingPosition {
  middle: number
  breadth: number
}

/** Small identicons have fewer rings and thicker lines, to stay legible. */
interface DetailLevel {
  places: readonly RingPosition[]
  strands: number
  strokePx: number
  waves: readonly [number, number]
  overtone: boolean
}

const fullTurn = 2 * Math.PI

const threeRings: readonly RingPosition[] = [
  { middle: 37, breadth: 9.5 },
  { middle: 23.5, breadth: 7.5 },
  { middle: 11, breadth: 6.5 },
]

const twoRings: readonly RingPosition[] = [
  { middle: 35, breadth: 11 },
  { middle: 14, breadth: 9 },
]

export function drawIdenticon(identifier: string, sizePx: number): IdenticonShape {
  const draw = createSeededRandom(identifier)
  const detail = getDetailLevel(sizePx)
  const hue = Math.floor(draw() * 360)
  // Keeps the two hues apart.
  const otherHue = (hue + 70 + Math.floor(draw() * 220)) % 360
  const rings = detail.places.map((place, index) => ({
    hue: index === 1 ? otherHue : hue,
    strokeWidth: Math.round((detail.strokePx / sizePx) * 1000) / 10,
    strands: drawStrands(place, draw, detail),
  }))
  return { hue, rings }
}

function getDetailLevel(sizePx: number): DetailLevel {
  if (sizePx <= 28) return { places: twoRings, strands: 2, strokePx: 1.2, waves: [3, 6], overtone: false }
  if (sizePx <= 48) return { places: threeRings, strands: 2, strokePx: 1.1, waves: [3, 8], overtone: false }
  if (sizePx <= 96) return { places: threeRings, strands: 3, strokePx: 0.9, waves: [4, 10], overtone: true }
  if (sizePx <= 400) return { places: threeRings, strands: 8, strokePx: 0.75, waves: [4, 12], overtone: true }
  return { places: threeRings, strands: 14, strokePx: 1, waves: [6, 12], overtone: true }
}

/** r(t) = middle + a·cos(n·t + φ) + b·cos(n·k·t − φ), each strand rotated a little further. */
function drawStrands(place: RingPosition, draw: RandomSource, detail: DetailLevel): string[] {
  const [fewest, most] = detail.waves
  const waves = fewest + Math.floor(draw() * (most - fewest + 1))
  const overtone = 2 + Math.floor(draw() * 2)
  const share = detail.overtone ? 0.12 + draw() * 0.4 : 0
  const phase = draw() * fullTurn
  const large = place.breadth * (1 - share)
  const small = place.breadth * share
  const points = Math.max(36, waves * (detail.overtone ? overtone : 1) * 7)
  return Array.from({ length: detail.strands }, (_, index) => {
    const shift = (fullTurn * index) / detail.strands
    return drawClosedSvgCurve(
      (angle) =>
        place.middle +
        large * Math.cos(waves * angle + phase + shift) +
        small * Math.cos(waves * overtone * angle - phase - shift),
      points,
    )
  })
}
