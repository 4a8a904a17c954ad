import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createFaviconSvg } from './brand-image-svgs.ts'

const folder = join(import.meta.dirname, '../../web/public')
const redraw = '"node scripts/draw-brand-images.ts" draws it again'

test('the favicon in web/public is the one that the script draws', () => {
  expect(readFileSync(join(folder, 'favicon.svg'), 'utf8'), redraw).toBe(createFaviconSvg())
})

test.each([
  { name: 'apple-touch-icon.png', width: 180, height: 180, maxBytes: 10_000 },
  { name: 'icon-192.png', width: 192, height: 192, maxBytes: 10_000 },
  { name: 'icon-512.png', width: 512, height: 512, maxBytes: 20_000 },
  { name: 'icon-maskable-512.png', width: 512, height: 512, maxBytes: 20_000 },
  { name: 'social-card.png', width: 1200, height: 630, maxBytes: 30_000 },
  { name: 'social-card-without-name.png', width: 1200, height: 630, maxBytes: 30_000 },
])('$name has $width × $height opaque pixels and at most $maxBytes bytes', async ({ name, maxBytes, ...size }) => {
  const path = join(folder, name)
  expect(await sharp(path).metadata(), redraw).toMatchObject(size)
  expect((await sharp(path).stats()).isOpaque).toBe(true)
  expect(statSync(path).size).toBeLessThanOrEqual(maxBytes)
})

test('favicon.ico has the favicon at 16, 32 and 48 pixels', async () => {
  const ico = readFileSync(join(folder, 'favicon.ico'))
  expect([ico.readUInt16LE(2), ico.readUInt16LE(4)]).toEqual([1, 3])
  for (const [index, size] of [16, 32, 48].entries()) {
    const entry = 6 + 16 * index
    const [length, offset] = [ico.readUInt32LE(entry + 8), ico.readUInt32LE(entry + 12)]
    const image = sharp(ico.subarray(offset, offset + length))
    expect(await image.metadata()).toMatchObject({ format: 'png', width: size, height: size })
    expect(ico.readUInt8(entry)).toBe(size)
  }
})

test('the favicon has a contrast of at least 3 with light and dark tabs at 16 pixels', async () => {
  const icon = sharp(Buffer.from(createFaviconSvg())).resize(16, 16)
  const { data } = await icon.raw().ensureAlpha().toBuffer({ resolveWithObject: true })
  const seal = [...data.subarray(4 * (3 * 16 + 8), 4 * (3 * 16 + 8) + 3)]
  for (const tab of [
    [255, 255, 255],
    [32, 33, 36],
  ])
    expect(contrast(seal, tab)).toBeGreaterThanOrEqual(3)
})

/** WCAG 2.2, relative luminance and contrast ratio. */
function contrast(one: readonly number[], other: readonly number[]): number {
  const [light = 0, dark = 0] = [one, other].map(luminance).toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = color.map((channel) =>
    channel <= 10 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
