import { describe, expect, test, vi } from 'vitest'
import { PostgresDriver } from '../../platform/database/postgres-driver.ts'
import { SqliteDriver } from '../../platform/database/sqlite-driver.ts'
import { databaseKinds } from '../../testing/database-fixtures.ts'
import {
  addTestClientApplication,
  runOidcAuthorizationUntilCallback,
  createAuthorizationUrl,
  createOidcTestServer,
  exchangeCodeAsApplication,
  getRedirectLocation,
  postFormAsApplication,
} from '../../testing/oidc-application-test-steps.ts'
import type { TokenResponse } from '../../testing/oidc-application-test-steps.ts'

describe.each(databaseKinds)('a failed commit on %s', (kind) => {
  const driver = kind === 'sqlite' ? SqliteDriver.prototype : PostgresDriver.prototype
  const failure = () =>
    Object.assign(new Error('database or disk is full'), { code: kind === 'sqlite' ? 'SQLITE_FULL' : '53100' })

  // Failed commits once leaked their connection; on SQLite, the first one blocked the server.
  test('leaks no connection, however often it happens', async () => {
    const app = await createOidcTestServer({ database: kind })
    const application = await addTestClientApplication(app)
    const browser = app.openBrowser()
    const commit = vi.spyOn(driver, 'commitTransaction')
    for (let times = 0; times < 12; times++) {
      commit.mockRejectedValueOnce(failure())
      const response = await browser.send('GET', createAuthorizationUrl(application))
      expect(getRedirectLocation(response)).toMatch(
        /^\/error\?code=database\.(unavailable|in_doubt)&request=[0-9a-z]{26}$/,
      )
    }
    commit.mockRestore()
    const back = await runOidcAuthorizationUntilCallback(browser, application)
    expect(back.searchParams.has('code')).toBe(true)
  })

  test('leaves the code and the refresh token valid', async () => {
    const app = await createOidcTestServer({ database: kind })
    const application = await addTestClientApplication(app)
    const code =
      (
        await runOidcAuthorizationUntilCallback(app.openBrowser(), application, {
          scope: 'openid offline_access',
          prompt: 'consent',
        })
      ).searchParams.get('code') ?? ''
    const commit = vi.spyOn(driver, 'commitTransaction')
    const failOnce = async (ask: () => ReturnType<typeof postFormAsApplication>): Promise<TokenResponse> => {
      commit.mockRejectedValueOnce(failure())
      const refused = await ask()
      expect([refused.statusCode, refused.json<{ error: string }>().error]).toEqual([503, 'temporarily_unavailable'])
      const response = await ask()
      expect(response.statusCode).toBe(200)
      return response.json<TokenResponse>()
    }
    const { refresh_token } = await failOnce(() => exchangeCodeAsApplication(app, application, code))
    await failOnce(() =>
      postFormAsApplication(app, '/token', application, {
        grant_type: 'refresh_token',
        refresh_token: refresh_token ?? '',
      }),
    )
    commit.mockRestore()
  })
})
