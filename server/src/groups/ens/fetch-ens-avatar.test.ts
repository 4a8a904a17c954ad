// What strangers put where the picture of a name should be (THREATS P7), and where they send the server for it (THREATS O9).
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

/** A world whose other servers answer as told; what they were asked is kept. */
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

// The server forbids its process every other format, and so these are made first.
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

describe('P7 a picture', () => {
  test.each(['jpeg', 'png', 'webp', 'hidden'] as const)(
    'like %s is written anew, small and square, with nothing but its pixels',
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
    ['HTML of a gateway', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['GIF', () => bytes.gif],
    ['TIFF', () => bytes.tiff],
    [
      'what only begins as PNG',
      () => Buffer.concat([bytes.png.subarray(0, 40), Buffer.from('<script>alert(1)</script>')]),
    ],
    ['a decompression bomb', () => bytes.bomb],
    ['nothing', () => Buffer.alloc(0)],
  ])('that is %s is none, whatever it is called', async (_, make) => {
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
  ])('at %s is none, and nobody is asked for it', async (source) => {
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
  ])('O9 at %s is none, and nothing is sent', async (source) => {
    const outbound = createOutboundHttpClient(
      { allowedPrivateNetworks: [], limits: { outboundTimeoutSeconds: 1, outboundResponseBytes: 1024 } },
      async () => [{ address: '127.0.0.1', family: 4 }],
    )
    expect(await fetchEnsAvatar({ outbound, writePicture: createPictureReencoder() }, source)).toEqual({
      outcome: 'none',
    })
  })

  test.each<Answer>([301, 302, 307, 400, 401, 403, 404, 410, 204, 206, 'too_large', 'private_network'])(
    'whose server answers %s is none',
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
  ])('whose server answers %s may be there later', async (answer) => {
    expect(await fetchEnsAvatar(createWorld(answer), address)).toEqual({ outcome: 'unknown' })
  })

  test('that has to wait for too many others may be there later', async () => {
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
