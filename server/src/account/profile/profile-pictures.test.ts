// Tests profile pictures.
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { listSequencedAuditEntryTexts } from '../../testing/inspect-test-database.ts'
import { createTestServer } from '../../testing/countersign-test-server.ts'
import type { TestBrowser } from '../../testing/countersign-test-server.ts'
import { createTestDatabase, openDatabaseUntilTestEnds, testOnBothDatabases } from '../../testing/database-fixtures.ts'
import {
  encodeTestPictures,
  createTestServerWithProfileBrowser,
  parseSetPictureResponse,
  testPictures,
} from '../../testing/profile-picture-fixtures.ts'

beforeAll(encodeTestPictures)

const sendPicture = (browser: TestBrowser, content: Buffer) =>
  browser.send('PUT', '/api/person/picture', { content: content.toString('base64') })

describe('profile picture', () => {
  testOnBothDatabases('is served publicly at an unguessable address until it is replaced or removed', async (kind) => {
    const { app, browser } = await createTestServerWithProfileBrowser({ database: kind })
    const first = parseSetPictureResponse(await sendPicture(browser, testPictures.jpeg)).picture ?? ''
    expect(first).toMatch(/^\/pictures\/[0-9a-z]{26}$/)
    const shown = await app.openBrowser().send('GET', first)
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/webp'])
    expect(shown.headers).toMatchObject({
      'cache-control': 'private, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect(shown.headers['set-cookie']).toBeUndefined()
    const second = parseSetPictureResponse(await sendPicture(browser, testPictures.png)).picture ?? ''
    expect(second).not.toBe(first)
    expect((await browser.send('GET', first)).statusCode).toBe(404)
    expect((await browser.send('GET', second)).statusCode).toBe(200)
    expect(parseSetPictureResponse(await browser.send('DELETE', '/api/person/picture')).picture).toBeNull()
    expect((await browser.send('GET', second)).statusCode).toBe(404)
    expect(await app.database.queries.selectFrom('profile_pictures').selectAll().execute()).toEqual([])
    // Removing the picture twice changes nothing.
    await browser.send('DELETE', '/api/person/picture')
    expect(
      (await listSequencedAuditEntryTexts(app.database.queries)).filter((line) => line.startsWith('person.changed')),
    ).toEqual(Array(3).fill('person.changed success {"changed":"picture"}'))
  })

  testOnBothDatabases('is stored once if several uploads run concurrently', async (kind) => {
    const { app, browser } = await createTestServerWithProfileBrowser({ database: kind })
    const answers = await Promise.all(
      [testPictures.jpeg, testPictures.png, testPictures.webp, testPictures.jpeg].map((content) =>
        sendPicture(browser, content),
      ),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
    const rows = await app.database.queries.selectFrom('profile_pictures').select('id').execute()
    const { picture } = (await browser.send('GET', '/api/session')).json<{ person: { picture: string } }>().person
    expect(rows.map(({ id }) => `/pictures/${id}`)).toEqual([picture])
  })

  test('P4: refuses an upload from a session that was signed out on another instance', async () => {
    const address = await createTestDatabase('sqlite')
    const { browser } = await createTestServerWithProfileBrowser({ database: openDatabaseUntilTestEnds(address) })
    const elsewhere = (await createTestServer({ database: openDatabaseUntilTestEnds(address) })).openBrowser()
    for (const [name, value] of browser.cookies) elsewhere.cookies.set(name, value)
    await elsewhere.send('POST', '/api/sign-out')
    expect((await sendPicture(browser, testPictures.jpeg)).json()).toMatchObject({ code: 'session.required' })
    expect((await browser.send('PATCH', '/api/person', { displayName: 'Ada' })).json()).toMatchObject({
      code: 'session.required',
    })
  })
})

describe('stored profile picture', () => {
  const kept = async (content: Buffer): Promise<{ bytes: Buffer; read: ReturnType<typeof sharp> }> => {
    const { browser } = await createTestServerWithProfileBrowser()
    const answer = await sendPicture(browser, content)
    expect(answer.statusCode).toBe(200)
    const bytes = (await browser.send('GET', parseSetPictureResponse(answer).picture ?? '')).rawPayload
    return { bytes, read: sharp(bytes) }
  }

  test.each(['jpeg', 'png', 'webp', 'animated', 'noise'] as const)(
    'is a single-frame square WebP: %s',
    async (name) => {
      const { read } = await kept(testPictures[name])
      const { format, width, height, pages = 1 } = await read.metadata()
      expect({ format, width, height, pages }).toEqual({ format: 'webp', width: 256, height: 256, pages: 1 })
    },
  )

  test('P7: drops metadata and applies the orientation', async () => {
    expect((await sharp(testPictures.turned).metadata()).exif?.toString('latin1')).toContain('secret artist')
    const { bytes, read } = await kept(testPictures.turned)
    const { exif, icc, xmp, iptc, orientation } = await read.metadata()
    expect([exif, icc, xmp, iptc, orientation]).toEqual(Array(5).fill(undefined))
    expect(bytes.toString('latin1')).not.toContain('secret artist')
    const { data, info } = await read.greyscale().raw().toBuffer({ resolveWithObject: true })
    const at = (x: number, y: number) => (data[(y * info.width + x) * info.channels] ?? 0) > 128
    expect([at(128, 10), at(128, 245)]).toEqual([true, false])
  })

  test('N4 P7: drops data hidden in or appended to the image', async () => {
    const page = Buffer.from('<html><script>alert(document.domain)</script>')
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, page.length + 2]), page])
    const withComment = Buffer.concat([testPictures.jpeg.subarray(0, 2), comment, testPictures.jpeg.subarray(2)])
    for (const polyglot of [
      withComment,
      Buffer.concat([testPictures.jpeg, page]),
      Buffer.concat([testPictures.png, page]),
      Buffer.concat([testPictures.webp, page]),
    ]) {
      expect((await kept(polyglot)).bytes.toString('latin1')).not.toContain('script')
    }
  })
})

describe('invalid profile picture', () => {
  const cut = (name: 'jpeg' | 'png' | 'webp' | 'noise') =>
    testPictures[name].subarray(0, Math.floor(testPictures[name].length / 2))
  test.each([
    ['SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    [
      'SVG after the first bytes of a JPEG',
      () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')]),
    ],
    ['GIF', () => testPictures.gif],
    ['TIFF', () => testPictures.tiff],
    ['HTML', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['only the first bytes of a PNG', () => testPictures.png.subarray(0, 8)],
    ['half a JPEG', () => cut('noise')],
    ['half a PNG', () => cut('png')],
    ['half a WebP', () => cut('webp')],
    ['a RIFF audio file', () => Buffer.from('RIFF\0\0\0\0WAVEfmt ')],
    ['a decompression bomb', () => testPictures.bomb],
    ['one byte', () => Buffer.from([0xff])],
  ])('N4 P7: is refused and leaves the current picture unchanged: %s', async (_what, make) => {
    const { browser } = await createTestServerWithProfileBrowser()
    const before = parseSetPictureResponse(await sendPicture(browser, testPictures.jpeg)).picture
    const answer = await sendPicture(browser, make())
    expect(answer.json()).toMatchObject({ code: 'picture.invalid', status: 400 })
    expect((await browser.send('GET', '/api/session')).json()).toMatchObject({ person: { picture: before } })
  })

  test('is refused if it exceeds the picture limit or the body limit', async () => {
    const { app, browser } = await createTestServerWithProfileBrowser({
      environment: { COUNTERSIGN_PICTURE_BYTES: '16384' },
    })
    const grown = Buffer.concat([testPictures.jpeg, Buffer.alloc(app.limits.pictureBytes - testPictures.jpeg.length)])
    expect((await sendPicture(browser, grown)).statusCode).toBe(200)
    expect((await sendPicture(browser, Buffer.concat([grown, Buffer.alloc(1)]))).json()).toMatchObject({
      code: 'request.too_large',
      status: 413,
    })
    expect((await sendPicture(browser, Buffer.alloc(40_000))).json()).toMatchObject({
      code: 'request.too_large',
      status: 413,
    })
    // Other endpoints keep the smaller body limit.
    expect((await browser.send('PATCH', '/api/person', { displayName: 'a'.repeat(40_000) })).json()).toMatchObject({
      code: 'request.too_large',
    })
  })

  test('is refused if it is not base64, or without a session', async () => {
    const { app, browser } = await createTestServerWithProfileBrowser()
    expect((await browser.send('PUT', '/api/person/picture', { content: '<svg>' })).json()).toMatchObject({
      code: 'request.invalid',
    })
    expect((await sendPicture(app.openBrowser(), testPictures.jpeg)).json()).toMatchObject({ code: 'session.required' })
  })

  test.each(['/pictures/' + '0'.repeat(26), '/pictures/%00', '/pictures/..%2f..%2fetc', "/pictures/' or 1=1"])(
    'returns 404 for %s',
    async (path) => {
      const { app } = await createTestServerWithProfileBrowser()
      expect((await app.openBrowser().send('GET', path)).statusCode).toBe(404)
    },
  )
})

describe('N7: flood of profile pictures', () => {
  test('is rate limited per person', async () => {
    const { app, browser } = await createTestServerWithProfileBrowser({ environment: {} })
    for (let index = 0; index < app.limits.picturesPerPersonPerMinute; index++)
      expect((await sendPicture(browser, testPictures.jpeg)).statusCode).toBe(200)
    const answer = await sendPicture(browser, testPictures.jpeg)
    expect(answer.json()).toMatchObject({ code: 'rate.limited', status: 429 })
    const other = app.openBrowser()
    await other.signIn(ethereumTestKeys.bob)
    expect((await sendPicture(other, testPictures.jpeg)).statusCode).toBe(200)
  })

  test('is processed one at a time, and refused with Retry-After when the queue is full', async () => {
    const { browser } = await createTestServerWithProfileBrowser()
    const answers = await Promise.all(Array.from({ length: 40 }, () => sendPicture(browser, testPictures.noise)))
    const codes = answers.map(({ statusCode }) => statusCode)
    expect(new Set(codes)).toEqual(new Set([200, 429]))
    expect(codes.filter((code) => code === 200).length).toBeGreaterThanOrEqual(16)
    expect(answers.find(({ statusCode }) => statusCode === 429)?.headers['retry-after']).toBe('5')
    expect((await sendPicture(browser, testPictures.jpeg)).statusCode).toBe(200)
  })
})
