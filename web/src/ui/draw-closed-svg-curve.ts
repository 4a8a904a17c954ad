/** Angle in radians. */
export type PolarRadiusFunction = (angle: number) => number

const fullTurn = 2 * Math.PI

/** Draws in a 100 × 100 square. `points` is the number of samples, about eight per wave. */
export function drawClosedSvgCurve(radius: PolarRadiusFunction, points: number): string {
  const samples = Array.from({ length: points }, (_, index) => pointAt(radius, (fullTurn * index) / points))
  const segments = samples.map((handle, index) => {
    const next = samples[(index + 1) % points] ?? handle
    return `Q${handle.x} ${handle.y} ${round((handle.x + next.x) / 2)} ${round((handle.y + next.y) / 2)}`
  })
  const first = samples[0] ?? { x: 50, y: 50 }
  const last = samples[points - 1] ?? first
  return `M${round((last.x + first.x) / 2)} ${round((last.y + first.y) / 2)}${segments.join('')}Z`
}

function pointAt(radius: PolarRadiusFunction, angle: number): { x: number; y: number } {
  const length = radius(angle)
  return { x: round(50 + length * Math.sin(angle)), y: round(50 - length * Math.cos(angle)) }
}

/** Rounded to a tenth of a unit, which is less than a pixel at every size in use. */
function round(value: number): number {
  return Math.round(value * 10) / 10
}
