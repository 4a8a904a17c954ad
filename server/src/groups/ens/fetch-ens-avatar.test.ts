// Tests hostile avatar records (THREATS P7), and the URLs to which they direct the server (THREATS
// O9).
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { createPictureReencoder } from '../../store/pictures/picture-reencoder.ts'
import { OutboundHttpError } from '../../platform/outbound/outbound-http-error.ts'
import type { OutboundRequestErrorReason } from '../../platform/outbound/outbound-http-error.ts'
import { createOutboundHttpClient } from '../../platform/outbound/outbound-http-client.ts'
import type { OutboundRequest } from '../../platform/outbound/outbound-http-types.ts'
import type { OutboundHttpClient } from '../../platform/outbound/outbound-http-client.ts'
import { fetchEnsAvatar } from './fetch-ens-avatar.ts'
import type { EnsAvatarContext } from './fetch-ens-avatar.ts'

type Answer = Buffer | number | OutboundRequestErrorReason

function createWorld(answer: Answer): EnsAvatarContext & { asked: [string, OutboundRequest][] } {
  const asked: [string, OutboundRequest][] = []
  const outbound: OutboundHttpClient = {
    fetch: async (url, request) => {
      asked.push([url, request])
      if (typeof answer === 'string') throw new OutboundHttpError(answer, request.purpose, new URL(url).host)
      return typeof answer === 'number'
        ? { status: answer, headers: {}, body: Buffer.from('no') }
        : { status: 200, headers: { 'content-type': 'image/png' }, body: answer }
    },
  }
  return { outbound, writePicture: createPictureReencoder(), asked }
}

const address = 'https://pictures.example/alice.png'
const plain = () => sharp({ create: { width: 300, height: 200, channels: 3, background: '#c03' } })
const bytes = {} as Record<'jpeg' | 'png' | 'webp' | 'gif' | 'tiff' | 'hidden' | 'bomb', Buffer>

// These images are created first, because the server disables other image formats in its process.
beforeAll(async () => {
  for (const format of ['jpeg', 'png', 'webp', 'gif', 'tiff'] as const)
    bytes[format] = await plain().toFormat(format).toBuffer()
  bytes.hidden = Buffer.concat([
    await plain()
      .jpeg()
      .withExif({ IFD0: { Artist: 'secret artist' } })
      .toBuffer(),
    Buffer.from('<script>alert(1)</script>'),
  ])
  bytes.bomb = await sharp({ create: { width: 6000, height: 6000, channels: 3, background: '#000' } })
    .png({ compressionLevel: 9, palette: true })
    .toBuffer()
})

describe('P7: an ENS avatar', () => {
  test.each(['jpeg', 'png', 'webp', 'hidden'] as const)(
    'from %s is re-encoded as a small square WebP without metadata',
    async (kind) => {
      const context = createWorld(bytes[kind])
      const fetched = await fetchEnsAvatar(context, address)
      if (fetched.outcome !== 'picture') throw new Error(fetched.outcome)
      expect(await sharp(fetched.content).metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 })
      expect(fetched.content.equals(bytes[kind])).toBe(false)
      for (const trace of ['secret artist', '<script>']) expect(fetched.content.includes(trace)).toBe(false)
      expect(context.asked).toEqual([
        [address, { purpose: 'picture', headers: { accept: 'image/webp, image/png, image/jpeg' } }],
      ])
    },
  )

  test.each<[string, () => Buffer]>([
    ['SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><circle r="9"/></svg>')],
    ['HTML', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['GIF', () => bytes.gif],
    ['TIFF', () => bytes.tiff],
    [
      'a truncated PNG followed by HTML',
      () => Buffer.concat([bytes.png.subarray(0, 40), Buffer.from('<script>alert(1)</script>')]),
    ],
    ['a decompression bomb', () => bytes.bomb],
    ['empty', () => Buffer.alloc(0)],
  ])('is rejected if its content is %s, whatever its content type', async (_, make) => {
    expect(await fetchEnsAvatar(createWorld(make()), address)).toEqual({ outcome: 'none' })
  })

  test.each([
    'javascript:alert(1)',
    'data:image/png;base64,iVBORw0KGgo=',
    'data:image/svg+xml,<svg onload=alert(1)>',
    'ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi',
    'ipns://vitalik.eth',
    'ar://bNbA3TEQVL60xlgCcqdz4ZPHFZ711cZ3hmkpGttDt_U',
    'eip155:1/erc721:0xb7F7F6C52F2e2fdb1963Eab30438024864c313F6/2430',
    'http://pictures.example/alice.png',
    'ftp://pictures.example/alice.png',
    'file:///etc/passwd',
    '//pictures.example/alice.png',
    '/pictures/alice.png',
    'alice.png',
    '',
    `https://pictures.example/${'a'.repeat(1100)}`,
  ])('is rejected without a request if its URL is %s', async (source) => {
    const context = createWorld(bytes.png)
    expect(await fetchEnsAvatar(context, source)).toEqual({ outcome: 'none' })
    expect(context.asked).toEqual([])
  })

  test.each([
    'https://127.0.0.1/alice.png',
    'https://localhost/alice.png',
    'https://169.254.169.254/latest/meta-data/',
    'https://10.0.0.1/',
    'https://[::1]/',
    'https://2130706433/',
    'https://rebound.example/',
    'https://user@pictures.example/',
  ])('O9: is rejected without a request to the disallowed URL %s', async (source) => {
    const outbound = createOutboundHttpClient(
      { allowedPrivateNetworks: [], limits: { outboundTimeoutSeconds: 1, outboundResponseBytes: 1024 } },
      async () => [{ address: '127.0.0.1', family: 4 }],
    )
    expect(await fetchEnsAvatar({ outbound, writePicture: createPictureReencoder() }, source)).toEqual({
      outcome: 'none',
    })
  })

  test.each<Answer>([301, 302, 307, 400, 401, 403, 404, 410, 204, 206, 'too_large', 'private_network'])(
    'is missing if the server responds or fails with %s',
    async (answer) => {
      expect(await fetchEnsAvatar(createWorld(answer), address)).toEqual({ outcome: 'none' })
    },
  )

  test.each<Answer>([
    408,
    429,
    500,
    503,
    'timed_out',
    'connection_failed',
    'name_unknown',
    'certificate_refused',
    'answer_encoded',
  ])('is temporarily unavailable if the server responds or fails with %s', async (answer) => {
    expect(await fetchEnsAvatar(createWorld(answer), address)).toEqual({ outcome: 'unknown' })
  })

  test('is temporarily unavailable if too many fetches are already waiting', async () => {
    const context = createWorld(bytes.png)
    const outcomes = (await Promise.all(Array.from({ length: 20 }, () => fetchEnsAvatar(context, address)))).map(
      ({ outcome }) => outcome,
    )
    expect([
      outcomes.filter((outcome) => outcome === 'picture').length,
      outcomes.filter((outcome) => outcome === 'unknown').length,
    ]).toEqual([16, 4])
  })
})
