// Pictures of people: what may be one, what is kept of it, and how many are processed.
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

describe('a picture', () => {
  testOnBothDatabases('is shown at an address of its own, to who knows it, until there is another', async (kind) => {
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
    // There is nothing to take away any more.
    await browser.send('DELETE', '/api/person/picture')
    expect(
      (await listSequencedAuditEntryTexts(app.database.queries)).filter((line) => line.startsWith('person.changed')),
    ).toEqual(Array(3).fill('person.changed success {"changed":"picture"}'))
  })

  testOnBothDatabases('sent several times at once, one stays', async (kind) => {
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

  test('P4 is not taken from who was signed out elsewhere', async () => {
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

describe('a picture that is kept', () => {
  const kept = async (content: Buffer): Promise<{ bytes: Buffer; read: ReturnType<typeof sharp> }> => {
    const { browser } = await createTestServerWithProfileBrowser()
    const answer = await sendPicture(browser, content)
    expect(answer.statusCode).toBe(200)
    const bytes = (await browser.send('GET', parseSetPictureResponse(answer).picture ?? '')).rawPayload
    return { bytes, read: sharp(bytes) }
  }

  test.each(['jpeg', 'png', 'webp', 'animated', 'noise'] as const)(
    'is one still square WebP, from %s',
    async (name) => {
      const { read } = await kept(testPictures[name])
      const { format, width, height, pages = 1 } = await read.metadata()
      expect({ format, width, height, pages }).toEqual({ format: 'webp', width: 256, height: 256, pages: 1 })
    },
  )

  test('P7 has nothing of where and by whom it was taken, and stands as it was held', async () => {
    expect((await sharp(testPictures.turned).metadata()).exif?.toString('latin1')).toContain('secret artist')
    const { bytes, read } = await kept(testPictures.turned)
    const { exif, icc, xmp, iptc, orientation } = await read.metadata()
    expect([exif, icc, xmp, iptc, orientation]).toEqual(Array(5).fill(undefined))
    expect(bytes.toString('latin1')).not.toContain('secret artist')
    const { data, info } = await read.greyscale().raw().toBuffer({ resolveWithObject: true })
    const at = (x: number, y: number) => (data[(y * info.width + x) * info.channels] ?? 0) > 128
    expect([at(128, 10), at(128, 245)]).toEqual([true, false])
  })

  test('N4 P7 has nothing of what was hidden in it or behind it', async () => {
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

describe('what is no picture is refused, and the one before stays:', () => {
  const cut = (name: 'jpeg' | 'png' | 'webp' | 'noise') =>
    testPictures[name].subarray(0, Math.floor(testPictures[name].length / 2))
  test.each([
    ['SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    [
      'SVG behind the first bytes of a JPEG',
      () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')]),
    ],
    ['GIF', () => testPictures.gif],
    ['TIFF', () => testPictures.tiff],
    ['HTML', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['the first bytes of a PNG alone', () => testPictures.png.subarray(0, 8)],
    ['half a JPEG', () => cut('noise')],
    ['half a PNG', () => cut('png')],
    ['half a WebP', () => cut('webp')],
    ['a RIFF file that is sound', () => Buffer.from('RIFF\0\0\0\0WAVEfmt ')],
    ['a decompression bomb', () => testPictures.bomb],
    ['one byte', () => Buffer.from([0xff])],
  ])('N4 P7 %s', async (_what, make) => {
    const { browser } = await createTestServerWithProfileBrowser()
    const before = parseSetPictureResponse(await sendPicture(browser, testPictures.jpeg)).picture
    const answer = await sendPicture(browser, make())
    expect(answer.json()).toMatchObject({ code: 'picture.invalid', status: 400 })
    expect((await browser.send('GET', '/api/session')).json()).toMatchObject({ person: { picture: before } })
  })

  test('what is too large, by the limit and by the body', async () => {
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
    // Every other call still reads no more than before.
    expect((await browser.send('PATCH', '/api/person', { displayName: 'a'.repeat(40_000) })).json()).toMatchObject({
      code: 'request.too_large',
    })
  })

  test('what is no base64, or is sent without a session', async () => {
    const { app, browser } = await createTestServerWithProfileBrowser()
    expect((await browser.send('PUT', '/api/person/picture', { content: '<svg>' })).json()).toMatchObject({
      code: 'request.invalid',
    })
    expect((await sendPicture(app.openBrowser(), testPictures.jpeg)).json()).toMatchObject({ code: 'session.required' })
  })

  test.each(['/pictures/' + '0'.repeat(26), '/pictures/%00', '/pictures/..%2f..%2fetc', "/pictures/' or 1=1"])(
    '%s shows nothing',
    async (path) => {
      const { app } = await createTestServerWithProfileBrowser()
      expect((await app.openBrowser().send('GET', path)).statusCode).toBe(404)
    },
  )
})

describe('N7 a flood of pictures', () => {
  test('of one person is refused', async () => {
    const { app, browser } = await createTestServerWithProfileBrowser({ environment: {} })
    for (let index = 0; index < app.limits.picturesPerPersonPerMinute; index++)
      expect((await sendPicture(browser, testPictures.jpeg)).statusCode).toBe(200)
    const answer = await sendPicture(browser, testPictures.jpeg)
    expect(answer.json()).toMatchObject({ code: 'rate.limited', status: 429 })
    const other = app.openBrowser()
    await other.signIn(ethereumTestKeys.bob)
    expect((await sendPicture(other, testPictures.jpeg)).statusCode).toBe(200)
  })

  test('of many is worked off one after the other, and what would wait too long is told to come back', async () => {
    const { browser } = await createTestServerWithProfileBrowser()
    const answers = await Promise.all(Array.from({ length: 40 }, () => sendPicture(browser, testPictures.noise)))
    const codes = answers.map(({ statusCode }) => statusCode)
    expect(new Set(codes)).toEqual(new Set([200, 429]))
    expect(codes.filter((code) => code === 200).length).toBeGreaterThanOrEqual(16)
    expect(answers.find(({ statusCode }) => statusCode === 429)?.headers['retry-after']).toBe('5')
    expect((await sendPicture(browser, testPictures.jpeg)).statusCode).toBe(200)
  })
})
