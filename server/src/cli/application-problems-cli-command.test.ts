import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { systemRandomBytes } from '../platform/clock.ts'
import { runMigrations } from '../platform/database/run-migrations.ts'
import { ensureSigningKeys } from '../store/signing-keys/ensure-signing-keys.ts'
import { testServerKey } from '../testing/server-key-fixtures.ts'
import { addTestClientApplication, createAuthorizationUrl } from '../testing/oidc-application-test-steps.ts'
import { runCliCommandForExitCode } from '../testing/cli-command-test-steps.ts'
import {
  cliTransportCases,
  createTemporaryTestFolder,
  prepareCliTransports,
} from '../testing/cli-transport-test-steps.ts'
import { createEmptyDatabase, openDatabaseUntilTestEnds, testOnBothDatabases } from '../testing/database-fixtures.ts'

const { open: openWithoutKeys, said } = prepareCliTransports()

async function open(transport: (typeof cliTransportCases)[number]) {
  const opened = await openWithoutKeys(transport)
  const { database, limits, clock } = opened.app
  await ensureSigningKeys(
    { queries: database.queries, random: systemRandomBytes, serverKey: testServerKey, limits, algorithms: ['ES256'] },
    clock.now,
  )
  return opened
}

testOnBothDatabases('commands that only read ask for the upgrade of a database of an earlier release', async (kind) => {
  const address = await createEmptyDatabase(kind)
  const database = openDatabaseUntilTestEnds(address)
  await runMigrations(database, { lastStep: '0001-schema' })
  await addTestClientApplication({ database, clock: { now: Date.now() } })
  vi.stubEnv('COUNTERSIGN_DATABASE', address)
  vi.stubEnv('COUNTERSIGN_ORIGIN', 'https://sign-in.example')
  const file = join(createTemporaryTestFolder(), 'applications.json')
  writeFileSync(file, '{"applications":[]}')
  const run = async (...words: string[]) => [await runCliCommandForExitCode(...words), said.splice(0).join('\n')]
  const refused = [1, 'error: The database has an earlier schema version. Start the server once to upgrade it.']
  expect(await run('application', 'problems', 'test-app')).toEqual(refused)
  expect(await run('application', 'apply', file, '--dry-run')).toEqual(refused)
  expect(await run('product', 'list')).toEqual(refused)
  expect(await run('application', 'show', 'test-app')).toEqual([0, expect.stringContaining('test-app')])
})

describe.each(cliTransportCases)('application problems %s', (transport) => {
  test('prints what was sent, what was expected and what to change', async () => {
    const { app, run } = await open(transport)
    const application = await addTestClientApplication(app, {
      redirectUris: ['https://app.example/callback', 'https://other.example/'],
    })
    expect(await run('application', 'problems', 'test-app')).toEqual([
      0,
      'No request of "test-app" was refused recently. A refused request appears here after about two seconds.',
    ])
    for (let request = 0; request < 2; request += 1)
      await app
        .openBrowser()
        .send('GET', createAuthorizationUrl({ ...application, redirectUri: 'http://app.example/callback?code=x' }))
    await app.storeRefusedRequests()
    const [code, text] = await run('application', 'problems', 'test-app')
    expect(code).toBe(0)
    expect(text.replaceAll(/^\S+Z/gm, 'TIME').replace(/[0-9a-z]{26}/, 'REQUEST')).toMatchInlineSnapshot(`
      "TIME  /authorize  invalid_redirect_uri, 2 times
        Reason:    redirect_uri did not match any of the client's registered redirect_uris
        Sent:      redirect_uri = http://app.example/callback?code=...
                   scope = openid
                   response_type = code
                   code_challenge_method = S256
                   code_challenge = (present)
        Expected:  redirect_uri = https://app.example/callback   <- most similar
                   redirect_uri = https://other.example/
        Change:    Compared with the most similar registered URI, the scheme is http instead of https, and the query differs. If the application is behind a reverse proxy, let the proxy send X-Forwarded-Proto and configure the application’s public https address. Correct the URI in the application. Register the URI that was sent only if you know that it is yours: put it in place of URI in the command, which lists all URIs of the application.
        Command:   npx countersign application change test-app --redirect https://app.example/callback --redirect https://other.example/ --redirect URI
        Caller:    unknown
        Request:   REQUEST
        Help:      https://sign-in.example/troubleshooting#redirect-unregistered"
    `)
    const [, json] = await run('application', 'problems', 'test-app', '--json')
    expect(JSON.parse(json)).toMatchObject({
      problems: [{ count: 2, entry: 'redirect-unregistered', nearest: 'https://app.example/callback' }],
    })
    expect((await run('application', 'problems', 'unknown-app'))[0]).toBe(1)
  })

  test('O34: hostile values cannot control the terminal', async () => {
    const { app, run } = await open(transport)
    const application = await addTestClientApplication(app)
    await app
      .openBrowser()
      .send('GET', createAuthorizationUrl(application, { scope: '\u001b[2J\u202e\u009b\r\nroot#', prompt: 'x\u0007' }))
    await app.storeRefusedRequests()
    const [, text] = await run('application', 'problems', 'test-app')
    expect(text).toContain('prompt = x\\u{7}')
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  })
})
