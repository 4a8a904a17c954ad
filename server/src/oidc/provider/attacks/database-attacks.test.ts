// A database that goes away while a person signs in to an application: nothing is half granted, and nothing is spent.
import BetterSqlite from 'better-sqlite3'
import { startPostgres } from '@countersign/testing/postgres'
import { describe, expect, onTestFinished, test } from 'vitest'
import { migrate } from '../../../platform/database/migrate.ts'
import { testKeys } from '../../../testing/test-app.ts'
import { createTestDatabase, openUntilTestEnds } from '../../../testing/test-databases.ts'
import {
  addTestApplication,
  authorize,
  authorizeUrl,
  createOpenIdApp,
  exchange,
  goesTo,
  interactionOf,
  signInTo,
} from '../../../testing/test-openid.ts'
import type { Tokens } from '../../../testing/test-openid.ts'
import { codeIn, obtainFamily, refresh, stillWork, told, withRefresh } from '../../../testing/test-tokens.ts'

type App = Awaited<ReturnType<typeof createOpenIdApp>>

/** Everything that may be under way when the database goes, before, meanwhile and after. */
async function expectNothingLost(app: App, goAway: () => Promise<void>, comeBack: () => Promise<void>): Promise<void> {
  const application = await addTestApplication(app)
  const [alice, bob] = [app.openBrowser(), app.openBrowser()]
  const family = await obtainFamily(app, alice, application)
  const code = codeIn(await authorize(alice, application, withRefresh))
  const consent = interactionOf(
    await signInTo(bob, interactionOf(await bob.send('GET', authorizeUrl(application))), testKeys.bob),
  )
  const { next } = (await bob.send('POST', `/api/interactions/${consent}/consent`, { withheld: [] })).json<{
    next: string
  }>()

  await goAway()
  for (const response of await Promise.all([
    exchange(app, application, code),
    refresh(app, application, family.refresh_token),
  ])) {
    expect([told(response), response.headers['retry-after']]).toEqual(['503 temporarily_unavailable', '1'])
    expect(response.headers['cache-control']).toContain('no-store')
    expect(Object.keys(response.json<object>())).toEqual(['error', 'error_description'])
  }
  for (const visit of await Promise.all([
    bob.send('GET', next),
    alice.send('GET', authorizeUrl(application)),
    alice.send('GET', '/end-session'),
  ])) {
    expect([visit.statusCode, goesTo(visit).replace(/&request=.*/, ''), visit.body]).toEqual([
      303,
      '/error?code=database.unavailable',
      '',
    ])
  }
  await comeBack()

  // The very same code, refresh token and answer work: none was spent.
  const exchanged = await exchange(app, application, code)
  expect(told(exchanged)).toBe('200')
  expect(told(await refresh(app, application, family.refresh_token))).toBe('200')
  expect(await stillWork(app, application, exchanged.json<Tokens>())).toEqual([true, true])
  const back = new URL(goesTo(await bob.send('GET', next)))
  expect(told(await exchange(app, application, codeIn(back)))).toBe('200')
}

describe('N14 a sign-in of an application', () => {
  test('N14 outlasts a SQLite that another process has locked', async () => {
    const address = await createTestDatabase('sqlite')
    const app = await createOpenIdApp({ database: openUntilTestEnds(address) })
    const other = new BetterSqlite(address.slice('sqlite:'.length))
    onTestFinished(() => void other.close())
    await expectNothingLost(
      app,
      async () => void other.exec('begin exclusive'),
      async () => void other.exec('rollback'),
    )
  })

  test('N14 outlasts a PostgreSQL that goes away and comes back', async () => {
    const postgres = await startPostgres()
    onTestFinished(() => postgres.stop())
    const database = openUntilTestEnds(await postgres.createDatabase('countersign'))
    await migrate(database)
    const app = await createOpenIdApp({ database })
    await expectNothingLost(
      app,
      () => postgres.kill(),
      () => postgres.restart(),
    )
  })
})
