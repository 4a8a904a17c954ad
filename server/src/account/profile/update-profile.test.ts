// A person's name and picture: what may be one, who may change it, what is kept of it.
import type { EndpointOutput } from '@countersign/api/api-endpoints'
import { testKeys } from '@countersign/testing/test-keys'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { readAuditLog, sequenceAllEntries } from '../../testing/read-database-state.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestBrowser } from '../../testing/test-app.ts'
import { createTestDatabase, openUntilTestEnds, testOnBothDatabases } from '../../testing/test-databases.ts'

const fill = (width: number, height: number, background = '#c03') =>
  sharp({ create: { width, height, channels: 3, background } })
const pictures = {} as Record<
  'jpeg' | 'png' | 'webp' | 'gif' | 'tiff' | 'animated' | 'bomb' | 'noise' | 'turned',
  Buffer
>

// The server forbids its process every other format, and so these are made first.
beforeAll(async () => {
  const plain = fill(300, 200)
  pictures.jpeg = await plain.clone().jpeg().toBuffer()
  pictures.png = await plain.clone().png().toBuffer()
  pictures.webp = await plain.clone().webp().toBuffer()
  pictures.gif = await plain.clone().gif().toBuffer()
  pictures.tiff = await plain.clone().tiff().toBuffer()
  const frames = await Promise.all(['#f00', '#0f0', '#00f'].map((colour) => fill(64, 64, colour).png().toBuffer()))
  pictures.animated = await sharp(frames, { join: { animated: true } })
    .webp({ loop: 0 })
    .toBuffer()
  // 36 million pixels in a few kilobytes.
  pictures.bomb = await fill(6000, 6000).png({ compressionLevel: 9, palette: true }).toBuffer()
  pictures.noise = await sharp({
    create: {
      width: 300,
      height: 300,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .jpeg()
    .toBuffer()
  // The left half white; held so that the left is above.
  const half = await fill(200, 200, '#fff').png().toBuffer()
  pictures.turned = await fill(400, 200, '#000')
    .composite([{ input: half, left: 0, top: 0 }])
    .jpeg()
    .withExif({ IFD0: { Orientation: '6', Artist: 'secret artist' }, IFD3: { GPSLatitude: '47/1 22/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .toBuffer()
})

const send = (browser: TestBrowser, content: Buffer) =>
  browser.send('PUT', '/api/person/picture', { content: content.toString('base64') })
const person = (response: { json: () => unknown }): EndpointOutput<'setPicture'> =>
  response.json() as EndpointOutput<'setPicture'>

async function openPerson(
  options: Parameters<typeof createTestApp>[0] = {},
): Promise<{ app: TestApp; browser: TestBrowser }> {
  const app = await createTestApp({ environment: { COUNTERSIGN_PICTURES_PER_PERSON_PER_MINUTE: '1000' }, ...options })
  const browser = app.openBrowser()
  await browser.signIn()
  return { app, browser }
}

describe('a name', () => {
  test('P12 is not of letters that nobody sees, nor another’s address; one’s own wallet can stand in it while it is linked', async () => {
    const { browser } = await openPerson()
    const give = async (displayName: string): Promise<string | null> => {
      const answer = await browser.send('PATCH', '/api/person', { displayName })
      return answer.statusCode === 200 ? person(answer).displayName : answer.json<{ code: string }>().code
    }
    const { alice, bob } = testKeys
    for (const unseen of ['\u3164', 'Ada\u2800', 'A\u034Fda', `A${'\u0301'.repeat(63)}`])
      expect(await give(unseen)).toBe('person.name_unusable')
    expect(await give(`Ada ${bob.address}`)).toBe('person.name_foreign')
    expect(await give(`${bob.address.slice(0, 6)}…${bob.address.slice(-4)}`)).toBe('person.name_foreign')
    expect(await give(`Ada ${alice.address}`)).toBe(`Ada ${alice.address}`)
    await browser.stepUp(alice)
    await browser.send('POST', '/api/wallets', await browser.signChallengeFor('link', bob))
    expect(await give(bob.address)).toBe(bob.address)
    expect(await give('Ada ❤️')).toBe('Ada ❤️')
  })

  testOnBothDatabases('is given, seen, and taken back, with a line that does not say it', async (kind) => {
    const { app, browser } = await openPerson({ database: kind })
    const named = await browser.send('PATCH', '/api/person', { displayName: 'Zoe\u0308' })
    expect([named.statusCode, person(named).displayName]).toEqual([200, 'Zo\u00eb'])
    expect((await browser.send('GET', '/api/session')).json()).toMatchObject({ person: { displayName: 'Zo\u00eb' } })
    // The same once more is no change.
    await browser.send('PATCH', '/api/person', { displayName: 'Zo\u00eb' })
    expect(person(await browser.send('PATCH', '/api/person', { displayName: null })).displayName).toBeNull()
    expect((await readAuditLog(app.database.queries)).filter((line) => line.startsWith('person.changed'))).toEqual(
      Array(2).fill('person.changed success {"changed":"name"}'),
    )
    await sequenceAllEntries(app.database.queries)
    const evidence = await app.database.queries.selectFrom('event_evidence').select('content').execute()
    expect(JSON.stringify(evidence)).not.toContain('Zo')
  })

  test.each([
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "'; drop table people; --",
    '{{7*7}}',
    '=HYPERLINK("https://evil.example")',
  ])('N4 like %s is a name as any other: kept as it is, and only ever answered as JSON', async (name) => {
    const { browser } = await openPerson()
    const answer = await browser.send('PATCH', '/api/person', { displayName: name })
    expect(person(answer).displayName).toBe(name)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
    })
  })

  test.each([' Ada', 'Ada\u202Enimda', 'A\0da', ''])('N4 P7 like %j is refused, and nothing changes', async (name) => {
    const { browser } = await openPerson()
    const answer = await browser.send('PATCH', '/api/person', { displayName: name })
    expect(answer.statusCode).toBe(400)
    expect((await browser.send('GET', '/api/session')).json()).toMatchObject({ person: { displayName: null } })
  })
})

describe('a picture', () => {
  testOnBothDatabases('is shown at an address of its own, to who knows it, until there is another', async (kind) => {
    const { app, browser } = await openPerson({ database: kind })
    const first = person(await send(browser, pictures.jpeg)).picture ?? ''
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
    const second = person(await send(browser, pictures.png)).picture ?? ''
    expect(second).not.toBe(first)
    expect((await browser.send('GET', first)).statusCode).toBe(404)
    expect((await browser.send('GET', second)).statusCode).toBe(200)
    expect(person(await browser.send('DELETE', '/api/person/picture')).picture).toBeNull()
    expect((await browser.send('GET', second)).statusCode).toBe(404)
    expect(await app.database.queries.selectFrom('pictures').selectAll().execute()).toEqual([])
    // There is nothing to take away any more.
    await browser.send('DELETE', '/api/person/picture')
    expect((await readAuditLog(app.database.queries)).filter((line) => line.startsWith('person.changed'))).toEqual(
      Array(3).fill('person.changed success {"changed":"picture"}'),
    )
  })

  testOnBothDatabases('sent several times at once, one stays', async (kind) => {
    const { app, browser } = await openPerson({ database: kind })
    const answers = await Promise.all(
      [pictures.jpeg, pictures.png, pictures.webp, pictures.jpeg].map((content) => send(browser, content)),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
    const rows = await app.database.queries.selectFrom('pictures').select('id').execute()
    const { picture } = (await browser.send('GET', '/api/session')).json<{ person: { picture: string } }>().person
    expect(rows.map(({ id }) => `/pictures/${id}`)).toEqual([picture])
  })

  test('P4 is not taken from who was signed out elsewhere', async () => {
    const address = await createTestDatabase('sqlite')
    const { browser } = await openPerson({ database: openUntilTestEnds(address) })
    const elsewhere = (await createTestApp({ database: openUntilTestEnds(address) })).openBrowser()
    for (const [name, value] of browser.cookies) elsewhere.cookies.set(name, value)
    await elsewhere.send('POST', '/api/sign-out')
    expect((await send(browser, pictures.jpeg)).json()).toMatchObject({ code: 'session.required' })
    expect((await browser.send('PATCH', '/api/person', { displayName: 'Ada' })).json()).toMatchObject({
      code: 'session.required',
    })
  })
})

describe('a picture that is kept', () => {
  const kept = async (content: Buffer): Promise<{ bytes: Buffer; read: ReturnType<typeof sharp> }> => {
    const { browser } = await openPerson()
    const answer = await send(browser, content)
    expect(answer.statusCode).toBe(200)
    const bytes = (await browser.send('GET', person(answer).picture ?? '')).rawPayload
    return { bytes, read: sharp(bytes) }
  }

  test.each(['jpeg', 'png', 'webp', 'animated', 'noise'] as const)(
    'is one still square WebP, from %s',
    async (name) => {
      const { read } = await kept(pictures[name])
      const { format, width, height, pages = 1 } = await read.metadata()
      expect({ format, width, height, pages }).toEqual({ format: 'webp', width: 256, height: 256, pages: 1 })
    },
  )

  test('P7 has nothing of where and by whom it was taken, and stands as it was held', async () => {
    expect((await sharp(pictures.turned).metadata()).exif?.toString('latin1')).toContain('secret artist')
    const { bytes, read } = await kept(pictures.turned)
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
    const withComment = Buffer.concat([pictures.jpeg.subarray(0, 2), comment, pictures.jpeg.subarray(2)])
    for (const polyglot of [
      withComment,
      Buffer.concat([pictures.jpeg, page]),
      Buffer.concat([pictures.png, page]),
      Buffer.concat([pictures.webp, page]),
    ]) {
      expect((await kept(polyglot)).bytes.toString('latin1')).not.toContain('script')
    }
  })
})

describe('what is no picture is refused, and the one before stays:', () => {
  const cut = (name: 'jpeg' | 'png' | 'webp' | 'noise') =>
    pictures[name].subarray(0, Math.floor(pictures[name].length / 2))
  test.each([
    ['SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    [
      'SVG behind the first bytes of a JPEG',
      () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')]),
    ],
    ['GIF', () => pictures.gif],
    ['TIFF', () => pictures.tiff],
    ['HTML', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['the first bytes of a PNG alone', () => pictures.png.subarray(0, 8)],
    ['half a JPEG', () => cut('noise')],
    ['half a PNG', () => cut('png')],
    ['half a WebP', () => cut('webp')],
    ['a RIFF file that is sound', () => Buffer.from('RIFF\0\0\0\0WAVEfmt ')],
    ['a decompression bomb', () => pictures.bomb],
    ['one byte', () => Buffer.from([0xff])],
  ])('N4 P7 %s', async (_what, make) => {
    const { browser } = await openPerson()
    const before = person(await send(browser, pictures.jpeg)).picture
    const answer = await send(browser, make())
    expect(answer.json()).toMatchObject({ code: 'picture.unreadable', status: 400 })
    expect((await browser.send('GET', '/api/session')).json()).toMatchObject({ person: { picture: before } })
  })

  test('what is too large, by the limit and by the body', async () => {
    const { app, browser } = await openPerson({ environment: { COUNTERSIGN_PICTURE_BYTES: '16384' } })
    const grown = Buffer.concat([pictures.jpeg, Buffer.alloc(app.limits.pictureBytes - pictures.jpeg.length)])
    expect((await send(browser, grown)).statusCode).toBe(200)
    expect((await send(browser, Buffer.concat([grown, Buffer.alloc(1)]))).json()).toMatchObject({
      code: 'request.too_large',
      status: 413,
    })
    expect((await send(browser, Buffer.alloc(40_000))).json()).toMatchObject({ code: 'request.too_large', status: 413 })
    // Every other call still reads no more than before.
    expect((await browser.send('PATCH', '/api/person', { displayName: 'a'.repeat(40_000) })).json()).toMatchObject({
      code: 'request.too_large',
    })
  })

  test('what is no base64, or is sent without a session', async () => {
    const { app, browser } = await openPerson()
    expect((await browser.send('PUT', '/api/person/picture', { content: '<svg>' })).json()).toMatchObject({
      code: 'request.invalid',
    })
    expect((await send(app.openBrowser(), pictures.jpeg)).json()).toMatchObject({ code: 'session.required' })
  })

  test.each(['/pictures/' + '0'.repeat(26), '/pictures/%00', '/pictures/..%2f..%2fetc', "/pictures/' or 1=1"])(
    '%s shows nothing',
    async (path) => {
      const { app } = await openPerson()
      expect((await app.openBrowser().send('GET', path)).statusCode).toBe(404)
    },
  )
})

describe('N7 a flood of pictures', () => {
  test('of one person is refused', async () => {
    const { app, browser } = await openPerson({ environment: {} })
    for (let index = 0; index < app.limits.picturesPerPersonPerMinute; index++)
      expect((await send(browser, pictures.jpeg)).statusCode).toBe(200)
    const answer = await send(browser, pictures.jpeg)
    expect(answer.json()).toMatchObject({ code: 'rate.limited', status: 429 })
    const other = app.openBrowser()
    await other.signIn(testKeys.bob)
    expect((await send(other, pictures.jpeg)).statusCode).toBe(200)
  })

  test('of many is worked off one after the other, and what would wait too long is told to come back', async () => {
    const { browser } = await openPerson()
    const answers = await Promise.all(Array.from({ length: 40 }, () => send(browser, pictures.noise)))
    const codes = answers.map(({ statusCode }) => statusCode)
    expect(new Set(codes)).toEqual(new Set([200, 429]))
    expect(codes.filter((code) => code === 200).length).toBeGreaterThanOrEqual(16)
    expect(answers.find(({ statusCode }) => statusCode === 429)?.headers['retry-after']).toBe('5')
    expect((await send(browser, pictures.jpeg)).statusCode).toBe(200)
  })
})
