// The code as it is drawn must be read by readers: its lines are painted here, and read again by other people's library.
import jsQR from 'jsqr'
import { expect, test } from 'vitest'
import { layOutQrCode, qrLineThickness, toQrSvgPath, qrQuietZone } from './qr-code-drawing.ts'
import type { QrDrawing } from './qr-code-drawing.ts'

/** As wide as it stands on the page, on a screen of the plainest kind: a module is no whole number of pixels. */
const width = 240

/** Paints it without any smoothing, which is worse than what a browser does. */
function paint({ size, lines, rings }: QrDrawing): Uint8ClampedArray {
  const scale = width / (size + 2 * qrQuietZone)
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255)
  /** Makes dark what lies in the ink, of the pixels of some modules. */
  const ink = (left: number, top: number, right: number, bottom: number, isInk: (x: number, y: number) => boolean) => {
    const pixelOf = (module: number) => Math.floor((module + qrQuietZone) * scale)
    const moduleOf = (pixel: number) => (pixel + 0.5) / scale - qrQuietZone
    for (let row = pixelOf(top); row <= pixelOf(bottom); row += 1)
      for (let column = pixelOf(left); column <= pixelOf(right); column += 1)
        if (isInk(moduleOf(column), moduleOf(row))) {
          const at = (row * width + column) * 4
          pixels.fill(20, at, at + 3)
        }
  }
  for (const { x: left, y: top, length } of lines)
    ink(left, top, left + 1, top + length, (x, y) => {
      const nearest = Math.min(Math.max(y, top + 0.5), top + length - 0.5)
      return Math.hypot(x - left - 0.5, y - nearest) <= qrLineThickness / 2
    })
  for (const ring of rings) {
    const half = ring.width / 2
    ink(ring.x, ring.y, ring.x + ring.width, ring.y + ring.width, (x, y) => {
      const fromMiddle = Math.max(Math.abs(x - ring.x - half), Math.abs(y - ring.y - half))
      return fromMiddle <= half - 2 || (fromMiddle >= half - 1 && fromMiddle <= half)
    })
  }
  return pixels
}

const letters = 'BCDFGHJKLMNPQRSTVWXZ'
/** Some of the codes that there are, far from each other. */
const codes = Array.from({ length: 40 }, (_, place) => {
  const rest = Array.from({ length: 7 }, (_, at) => letters[(place * (at * 7 + 3) + at * at) % letters.length]).join('')
  return `${2 + (place % 8)}${rest.slice(0, 3)}-${rest.slice(3)}`
})

test.each(['http://localhost:43565', 'https://id.example', `https://${'sign-in.'.repeat(6)}example`])(
  'is read again, whatever the code: %s',
  (origin) => {
    const links = codes.map((code) => `${origin}/device?user_code=${code}`)
    expect(links.map((link) => jsQR(paint(layOutQrCode(link)), width, width)?.data)).toEqual(links)
  },
)

test('lines are as long as what is dark in a column, and none crosses what readers look for first', () => {
  const { size, lines, rings } = layOutQrCode('https://id.example/device?user_code=2BCD-FGHJ')
  expect(rings).toEqual([
    { x: 0, y: 0, width: 7 },
    { x: size - 7, y: 0, width: 7 },
    { x: 0, y: size - 7, width: 7 },
    { x: size - 9, y: size - 9, width: 5 },
  ])
  for (const { x, y, length } of lines) {
    expect(length).toBeGreaterThan(0)
    expect(y + length).toBeLessThanOrEqual(size)
    for (const ring of rings)
      expect(x >= ring.x && x < ring.x + ring.width && y + length > ring.y && y < ring.y + ring.width).toBe(false)
  }
})

test('is written as a path with round ends', () => {
  expect(
    toQrSvgPath([
      { x: 8, y: 0, length: 1 },
      { x: 9, y: 2, length: 3 },
    ]),
  ).toBe('M8.5 0.5v0M9.5 2.5v2')
})
