import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { OutboundHttpError } from '../../platform/outbound/outbound-http-error.ts'
import type { OutboundResponse, OutboundRequest } from '../../platform/outbound/outbound-http-types.ts'
import type { OutboundHttpClient } from '../../platform/outbound/outbound-http-client.ts'
import { fetchApplicationLogo, validateApplicationLogo } from './application-logo.ts'
import type { ApplicationLogoResult } from './application-logo.ts'
import { detectApplicationLogoFormat } from './detect-application-logo-format.ts'
import { encodeLatin1, unwrapLogoResultForTests, createPngImage } from '../../testing/application-logo-fixtures.ts'

const limits = { logoBytes: 4096 }
const roomy = { logoBytes: 65_536 }
const noPixels = 'The logo is not a valid image: its pixel data is missing, truncated or damaged.'
const hex = (content: string): Buffer => Buffer.from(content, 'hex')

const pngHead = (width = 64, height = 64, rest = ''): Buffer => {
  const size = Buffer.alloc(8)
  size.writeUInt32BE(width)
  size.writeUInt32BE(height, 4)
  return Buffer.concat([hex('89504e470d0a1a0a0000000d49484452'), size, hex('0806000000'), encodeLatin1(rest)])
}

/** Noise, which cannot be compressed, in every supported format. */
const noise = () =>
  sharp({
    create: {
      width: 40,
      height: 30,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
const whole = {
  png: () => noise().png().toBuffer(),
  'interlaced png': () => noise().png({ progressive: true }).toBuffer(),
  jpeg: () => noise().jpeg().toBuffer(),
  'progressive jpeg': () => noise().jpeg({ progressive: true }).toBuffer(),
  webp: () => noise().webp().toBuffer(),
  'lossless webp': () => noise().webp({ lossless: true }).toBuffer(),
  gif: () => noise().gif().toBuffer(),
} satisfies Record<string, () => Promise<Buffer>>
const kinds = Object.entries(whole)

const html = '<!doctype html><script>alert(document.domain)</script>'

const faultOf = (reading: ApplicationLogoResult): string | undefined => ('fault' in reading ? reading.fault : undefined)

describe('application logo', () => {
  // Encoder output for an image of 3 × 2 pixels.
  test.each([
    ['image/png', pngHead(3, 2)],
    ['image/gif', Buffer.concat([encodeLatin1('GIF89a'), hex('03000200f00000')])],
    ['image/gif', Buffer.concat([encodeLatin1('GIF87a'), hex('03000200f00000')])],
    ['image/jpeg', hex('ffd8ffe000104a46494600010100000100010000ffc00011080002000303012200021101031101')],
    ['image/jpeg', hex('ffd8ffdb0004ffffffc2000b080002000301011100')],
    [
      'image/webp',
      Buffer.concat([encodeLatin1('RIFF\x40\0\0\0WEBPVP8 '), hex('340000003001009d012a03000200'), Buffer.alloc(20)]),
    ],
    [
      'image/webp',
      Buffer.concat([encodeLatin1('RIFF\x40\0\0\0WEBPVP8L'), hex('340000002f02400000'), Buffer.alloc(20)]),
    ],
    [
      'image/webp',
      Buffer.concat([encodeLatin1('RIFF\x40\0\0\0WEBPVP8X'), hex('0a00000010000000020000010000'), Buffer.alloc(20)]),
    ],
  ])('P7: rejects a file with an %s header but no pixels', async (mediaType, bytes) => {
    expect(detectApplicationLogoFormat(bytes)).toEqual({ mediaType, width: 3, height: 2 })
    expect(faultOf(await validateApplicationLogo(bytes, limits))).toBe(noPixels)
  })

  test.each(kinds)('accepts a complete image: %s', async (kind, draw) => {
    const bytes = await draw()
    const logo = unwrapLogoResultForTests(await validateApplicationLogo(bytes, roomy))
    expect(logo).toEqual({ mediaType: `image/${kind.split(' ').at(-1)}`, bytes })
    expect(detectApplicationLogoFormat(bytes)).toEqual({ mediaType: logo.mediaType, width: 40, height: 30 })
  })

  test('accepts a single-color image with alpha, animated images and an image of one pixel', async () => {
    const colors = ['#c03', '#03c'].map((background) => ({
      create: { width: 8, height: 8, channels: 4 as const, background },
    }))
    const frames = await Promise.all(colors.map((colour) => sharp(colour).png().toBuffer()))
    const animated = () => sharp(frames, { join: { animated: true } })
    for (const bytes of [
      await sharp(colors[0]).png({ palette: true }).toBuffer(),
      await animated().gif().toBuffer(),
      await animated().webp().toBuffer(),
      await createPngImage(1, 1),
    ])
      expect(unwrapLogoResultForTests(await validateApplicationLogo(bytes, roomy)).bytes).toEqual(bytes)
  })

  test.each(kinds)('P7: rejects a truncated image: %s', async (_kind, draw) => {
    const bytes = await draw()
    for (const share of [0.1, 0.5, 0.9]) {
      const cut = bytes.subarray(0, Math.floor(bytes.length * share))
      expect([share, 'fault' in (await validateApplicationLogo(cut, roomy))]).toEqual([share, true])
    }
  })

  // In lossy WebP, any bytes decode to pixels (RFC 6386 §7).
  const telling = kinds.filter(([kind]) => kind !== 'webp')
  test.each(telling)('P7: rejects an image with garbage instead of pixels: %s', async (_kind, draw) => {
    const bytes = await draw()
    const garbled = Buffer.concat([bytes.subarray(0, Math.min(200, bytes.length / 4)), Buffer.alloc(bytes.length, 'x')])
    expect('fault' in (await validateApplicationLogo(garbled, { logoBytes: 1_000_000 }))).toBe(true)
  })

  test.each([
    ['SVG', encodeLatin1('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['SVG after a declaration', encodeLatin1('<?xml version="1.0"?>\n<svg/>')],
    ['HTML', encodeLatin1(html)],
    ['HTML that starts like a GIF', encodeLatin1(`GIF${html}`)],
    ['a script', encodeLatin1('alert(1)')],
    ['PDF', encodeLatin1('%PDF-1.7')],
    ['a Windows icon', hex('00000100010010100000')],
    ['AVIF', encodeLatin1('\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf')],
    ['an empty file', Buffer.alloc(0)],
    ['a truncated PNG header', pngHead().subarray(0, 20)],
    ['a PNG without its header chunk', Buffer.concat([hex('89504e470d0a1a0a'), encodeLatin1(html)])],
    ['a truncated GIF header', encodeLatin1('GIF89a')],
    ['a JPEG without a frame', hex('ffd8ffe000104a46494600010100000100010000ffd9')],
    ['a JPEG with a segment that exceeds the file', hex('ffd8ffe0ffff4a46494600010100000100010000')],
    ['a JPEG with segments of length zero', hex('ffd8ffe00000ffe00000ffe00000ffe00000ffe0')],
    ['a WebP of unknown type', Buffer.concat([encodeLatin1('RIFF\x40\0\0\0WEBPHTML'), Buffer.alloc(30)])],
    ['another RIFF type', Buffer.concat([encodeLatin1('RIFF\x40\0\0\0AVI VP8X'), Buffer.alloc(30)])],
  ])('P7: rejects %s', async (_name, bytes) => {
    expect(faultOf(await validateApplicationLogo(bytes, limits))).toBe(
      'The logo is not a PNG, JPEG, WebP or GIF image. SVG is not allowed, because it can contain scripts.',
    )
  })

  test('is limited in bytes and pixels', async () => {
    expect(
      unwrapLogoResultForTests(await validateApplicationLogo(await createPngImage(2048, 1), limits)).mediaType,
    ).toBe('image/png')
    expect(faultOf(await validateApplicationLogo(await createPngImage(2049, 1), limits))).toBe(
      'The logo has 2049 × 1 pixels; 1 × 1 to 2048 × 2048 are allowed.',
    )
    expect(faultOf(await validateApplicationLogo(pngHead(4_000_000_000, 4_000_000_000), limits))).toContain('pixels')
    expect(faultOf(await validateApplicationLogo(pngHead(0, 5), limits))).toContain('pixels')
    expect(faultOf(await validateApplicationLogo(pngHead(1, 1, 'x'.repeat(4096)), limits))).toBe(
      'The logo has 4125 bytes; the maximum is 4096 (COUNTERSIGN_LOGO_BYTES).',
    )
  })
})

describe('fetched application logo', () => {
  const outboundOf = (
    answer: Partial<OutboundResponse> | OutboundHttpError,
  ): OutboundHttpClient & { asked: [string, OutboundRequest][] } => {
    const asked: [string, OutboundRequest][] = []
    return {
      asked,
      fetch: async (url, request) => {
        asked.push([url, request])
        if (answer instanceof OutboundHttpError) throw answer
        return { status: 200, headers: {}, body: Buffer.alloc(0), ...answer }
      },
    }
  }

  test('is typed by its bytes, not by the content type that the server sends', async () => {
    const outbound = outboundOf({ headers: { 'content-type': 'image/svg+xml' }, body: await createPngImage() })
    expect(
      unwrapLogoResultForTests(await fetchApplicationLogo(outbound, 'https://wiki.example/logo', limits)).mediaType,
    ).toBe('image/png')
    expect(outbound.asked).toEqual([
      [
        'https://wiki.example/logo',
        { purpose: 'logo', headers: { accept: 'image/png, image/jpeg, image/webp, image/gif' } },
      ],
    ])
    const lying = outboundOf({ headers: { 'content-type': 'image/png' }, body: encodeLatin1(html) })
    expect(faultOf(await fetchApplicationLogo(lying, 'https://wiki.example/logo', limits))).toContain(
      'not a PNG, JPEG, WebP or GIF image',
    )
  })

  test('reports why it cannot be fetched', async () => {
    expect(faultOf(await fetchApplicationLogo(outboundOf({ status: 302 }), 'https://wiki.example/logo', limits))).toBe(
      'The logo cannot be fetched: the server responded with status 302. Redirects are not followed; use the final URL.',
    )
    expect(
      faultOf(
        await fetchApplicationLogo(
          outboundOf(new OutboundHttpError('private_network', 'logo', 'wiki.example')),
          'https://wiki.example/logo',
          limits,
        ),
      ),
    ).toBe(
      'The logo cannot be fetched. The request to wiki.example (logo) failed: the address is in a private network; COUNTERSIGN_ALLOWED_PRIVATE_NETWORKS can allow it.',
    )
  })
})
