// The drawn QR code must be readable. The test paints it and decodes it with an independent
// library.
import {
  validBitcoinMessageExample,
  validEthereumMessageExample,
  validSolanaMessageExample,
} from '@countersign/message/message-error-examples'
import jsQR from 'jsqr'
import { expect, test } from 'vitest'
import { layOutQrCode, qrLineThickness, toQrSvgPath, qrQuietZone } from './qr-code-drawing.ts'
import type { QrDrawing } from './qr-code-drawing.ts'

/**
 * Widths of the codes in the page on a low-density screen, where a module is not a whole number of
 * pixels: of a link, and of a message on a narrow phone.
 */
const linkWidth = 240
const messageWidth = 296

/** Paints without antialiasing, so that the code is harder to read than in any browser. */
function paint({ size, lines, rings }: QrDrawing, width = linkWidth): Uint8ClampedArray {
  const scale = width / (size + 2 * qrQuietZone)
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255)
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
const codes = Array.from({ length: 40 }, (_, place) => {
  const rest = Array.from({ length: 7 }, (_, at) => letters[(place * (at * 7 + 3) + at * at) % letters.length]).join('')
  return `${2 + (place % 8)}${rest.slice(0, 3)}-${rest.slice(3)}`
})

test.each(['http://localhost:43565', 'https://id.example', `https://${'sign-in.'.repeat(6)}example`])(
  'drawn QR codes can be decoded, for many codes at %s',
  (origin) => {
    const links = codes.map((code) => `${origin}/device?user_code=${code}`)
    expect(links.map((link) => jsQR(paint(layOutQrCode(link)), linkWidth, linkWidth)?.data)).toEqual(links)
  },
)

test.each([validEthereumMessageExample, validSolanaMessageExample, validBitcoinMessageExample])(
  'a drawn QR code of a message can be decoded to exactly its text',
  (text) => {
    expect(jsQR(paint(layOutQrCode(text, 'L'), messageWidth), messageWidth, messageWidth)?.data).toBe(text)
  },
)

test('QR code lines stay inside the code and never overlap its finder and alignment patterns', () => {
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

test('formats QR code lines as an SVG path', () => {
  expect(
    toQrSvgPath([
      { x: 8, y: 0, length: 1 },
      { x: 9, y: 2, length: 3 },
    ]),
  ).toBe('M8.5 0.5v0M9.5 2.5v2')
})
