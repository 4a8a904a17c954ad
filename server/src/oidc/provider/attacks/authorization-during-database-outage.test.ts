// Authorization during a database outage: nothing is granted partially, and nothing is consumed.
import BetterSqlite from 'better-sqlite3'
import { startTestPostgresServer } from '@countersign/testing/test-postgres-server'
import { describe, expect, onTestFinished, test } from 'vitest'
import { runMigrations } from '../../../platform/database/run-migrations.ts'
import { ethereumTestKeys } from '../../../testing/countersign-test-server.ts'
import { createTestDatabase, openDatabaseUntilTestEnds } from '../../../testing/database-fixtures.ts'
import {
  addTestClientApplication,
  runOidcAuthorizationUntilCallback,
  createAuthorizationUrl,
  createOidcTestServer,
  exchangeCodeAsApplication,
  getRedirectLocation,
  getInteractionIdFromRedirect,
  signInToOidcInteraction,
} from '../../../testing/oidc-application-test-steps.ts'
import type { TokenResponse } from '../../../testing/oidc-application-test-steps.ts'
import {
  getAuthorizationCodeFromRedirect,
  obtainTokenFamilyBySignIn,
  sendRefreshTokenRequest,
  readOAuthTokenActiveStates,
  summarizeOAuthResponse,
  offlineAccessAuthorizationParameters,
} from '../../../testing/oauth-token-test-steps.ts'

type App = Awaited<ReturnType<typeof createOidcTestServer>>

async function expectNothingLost(app: App, goAway: () => Promise<void>, comeBack: () => Promise<void>): Promise<void> {
  const application = await addTestClientApplication(app)
  const [alice, bob] = [app.openBrowser(), app.openBrowser()]
  const family = await obtainTokenFamilyBySignIn(app, alice, application)
  const code = getAuthorizationCodeFromRedirect(
    await runOidcAuthorizationUntilCallback(alice, application, offlineAccessAuthorizationParameters),
  )
  const consent = getInteractionIdFromRedirect(
    await signInToOidcInteraction(
      bob,
      getInteractionIdFromRedirect(await bob.send('GET', createAuthorizationUrl(application))),
      ethereumTestKeys.bob,
    ),
  )
  const { next } = (await bob.send('POST', `/api/interactions/${consent}/consent`, { withheld: [] })).json<{
    next: string
  }>()

  await goAway()
  for (const response of await Promise.all([
    exchangeCodeAsApplication(app, application, code),
    sendRefreshTokenRequest(app, application, family.refresh_token),
  ])) {
    expect([summarizeOAuthResponse(response), response.headers['retry-after']]).toEqual([
      '503 temporarily_unavailable',
      '1',
    ])
    expect(response.headers['cache-control']).toContain('no-store')
    expect(Object.keys(response.json<object>())).toEqual(['error', 'error_description', 'error_uri'])
  }
  for (const visit of await Promise.all([
    bob.send('GET', next),
    alice.send('GET', createAuthorizationUrl(application)),
    alice.send('GET', '/end-session'),
  ])) {
    expect([visit.statusCode, getRedirectLocation(visit).replace(/&request=.*/, ''), visit.body]).toEqual([
      303,
      '/error?code=database.unavailable',
      '',
    ])
  }
  await comeBack()

  const exchanged = await exchangeCodeAsApplication(app, application, code)
  expect(summarizeOAuthResponse(exchanged)).toBe('200')
  expect(summarizeOAuthResponse(await sendRefreshTokenRequest(app, application, family.refresh_token))).toBe('200')
  expect(await readOAuthTokenActiveStates(app, application, exchanged.json<TokenResponse>())).toEqual([true, true])
  const back = new URL(getRedirectLocation(await bob.send('GET', next)))
  expect(
    summarizeOAuthResponse(await exchangeCodeAsApplication(app, application, getAuthorizationCodeFromRedirect(back))),
  ).toBe('200')
}

describe('N14: authorization during a database outage', () => {
  test('N14: loses nothing while another process locks SQLite', async () => {
    const address = await createTestDatabase('sqlite')
    const app = await createOidcTestServer({ database: openDatabaseUntilTestEnds(address) })
    const other = new BetterSqlite(address.slice('sqlite:'.length))
    onTestFinished(() => void other.close())
    await expectNothingLost(
      app,
      async () => void other.exec('begin exclusive'),
      async () => void other.exec('rollback'),
    )
  })

  test('N14: loses nothing while PostgreSQL is down', async () => {
    const postgres = await startTestPostgresServer()
    onTestFinished(() => postgres.stop())
    const database = openDatabaseUntilTestEnds(await postgres.createDatabase('countersign'))
    await runMigrations(database)
    const app = await createOidcTestServer({ database })
    await expectNothingLost(
      app,
      () => postgres.kill(),
      () => postgres.restart(),
    )
  })
})
