// Tests stored application logos.
import { describe, expect, onTestFinished, test } from 'vitest'
import { systemRandomBytes } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { createHttpServer } from '../../platform/http-server.ts'
import { parseServerSettings } from '../../platform/parse-server-settings.ts'
import { databaseKinds, openTestDatabase } from '../../testing/database-fixtures.ts'
import {
  findApplicationLogo,
  validateApplicationLogo,
  removeApplicationLogo,
  storeApplicationLogo,
} from './application-logo.ts'
import { registerApplicationLogoRoute } from './application-logo-route.ts'
import { unwrapLogoResultForTests, createPngImage } from '../../testing/application-logo-fixtures.ts'

const limits = { logoBytes: 4096 }

const html = '<!doctype html><script>alert(document.domain)</script>'

async function addApplication({ queries }: Database, id: string): Promise<void> {
  const row = {
    id,
    name: id,
    kind: 'web' as const,
    enabled: 1,
    secret_hash: null,
    previous_secret_hash: null,
    previous_secret_expires_at: null,
  }
  await queries
    .insertInto('applications')
    .values({ ...row, sector: id, definition: '{}', origin: 'operator', created_at: 0, changed_at: 0 })
    .execute()
}

describe.each(databaseKinds)('stored application logos on %s', (kind) => {
  const openWithLogos = async (): Promise<{
    database: Database
    store: (id: string, bytes: Buffer) => Promise<boolean>
  }> => {
    const database = await openTestDatabase(kind)
    await addApplication(database, 'wiki')
    await addApplication(database, 'chat')
    const store = async (id: string, bytes: Buffer) => {
      const logo = unwrapLogoResultForTests(await validateApplicationLogo(bytes, limits))
      return database.queries.transaction().execute((transaction) => storeApplicationLogo(transaction, id, logo))
    }
    return { database, store }
  }

  const serve = async (database: Database) => {
    const { settings } = parseServerSettings(
      { COUNTERSIGN_ORIGIN: 'https://sign-in.example', COUNTERSIGN_LOG_LEVEL: 'silent' },
      undefined,
    )
    const http = await createHttpServer(settings, systemRandomBytes, undefined)
    onTestFinished(() => http.close())
    registerApplicationLogoRoute({ http, database })
    return http
  }

  test('are stored, replaced and removed, with a result that reports any change', async () => {
    const { database, store } = await openWithLogos()
    expect(await findApplicationLogo(database.queries, 'wiki')).toBe(undefined)
    expect([await store('wiki', await createPngImage(1, 1)), await store('wiki', await createPngImage(1, 1))]).toEqual([
      true,
      false,
    ])
    await store('chat', await createPngImage(9, 9))
    const first = await findApplicationLogo(database.queries, 'wiki')
    expect(first).toMatchObject({ mediaType: 'image/png', bytes: await createPngImage(1, 1) })
    expect(await store('wiki', await createPngImage(2, 2))).toBe(true)
    const second = await findApplicationLogo(database.queries, 'wiki')
    expect(second?.bytes).toEqual(await createPngImage(2, 2))
    expect(second?.hash).not.toBe(first?.hash)
    const remove = () =>
      database.queries.transaction().execute((transaction) => removeApplicationLogo(transaction, 'wiki'))
    expect([await remove(), await remove()]).toEqual([true, false])
    expect([
      await findApplicationLogo(database.queries, 'wiki'),
      (await findApplicationLogo(database.queries, 'chat'))?.bytes,
    ]).toEqual([undefined, await createPngImage(9, 9)])
  })

  test('are deleted with their application', async () => {
    const { database, store } = await openWithLogos()
    await store('wiki', await createPngImage())
    await database.queries.deleteFrom('applications').where('id', '=', 'wiki').execute()
    expect(await database.queries.selectFrom('application_logos').selectAll().execute()).toEqual([])
  })

  test('N4 P7: are served with their detected image type, whatever data follows the image', async () => {
    const { database, store } = await openWithLogos()
    await store('wiki', await createPngImage(64, 64, html))
    const http = await serve(database)
    const { statusCode, headers, rawPayload } = await http.inject('/api/applications/wiki/logo?v=12345678')
    expect(statusCode).toBe(200)
    expect(rawPayload).toEqual(await createPngImage(64, 64, html))
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=300',
    })
  })

  test('are sent again only after a change', async () => {
    const { database, store } = await openWithLogos()
    await store('wiki', await createPngImage(1, 1))
    const http = await serve(database)
    const url = '/api/applications/wiki/logo'
    const { etag } = (await http.inject(url)).headers
    const again = async (tag: string) => http.inject({ url, headers: { 'if-none-match': tag } })
    for (const tag of [String(etag), `W/${String(etag)}`, `"other", ${String(etag)}`, '*']) {
      const { statusCode, rawPayload, headers } = await again(tag)
      expect([statusCode, rawPayload.length, headers.etag, headers['cache-control']]).toEqual([
        304,
        0,
        etag,
        'public, max-age=300',
      ])
    }
    expect((await again('"other"')).statusCode).toBe(200)
    await store('wiki', await createPngImage(2, 2))
    expect((await again(String(etag))).rawPayload).toEqual(await createPngImage(2, 2))
  })

  test('that do not exist return an uncached problem document', async () => {
    const { database } = await openWithLogos()
    const http = await serve(database)
    for (const id of ['wiki', 'unknown', '%00', '..%2F..', 'x'.repeat(90)]) {
      const { statusCode, headers, body } = await http.inject(`/api/applications/${id}/logo`)
      expect([id, statusCode, headers['content-type'], headers['cache-control']]).toEqual([
        id,
        404,
        'application/problem+json',
        'no-store',
      ])
      expect(JSON.parse(body)).toMatchObject({ code: 'request.not_found' })
    }
  })
})
