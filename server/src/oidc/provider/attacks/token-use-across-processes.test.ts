// Single-use records under concurrent use by several processes, some of which are killed.
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { DatabaseKind } from '../../../platform/database/open-sqlite-or-postgres-database.ts'
import { createTestDatabase, databaseKinds, openDatabaseUntilTestEnds } from '../../../testing/database-fixtures.ts'
import {
  addTestClientApplication,
  runOidcAuthorizationUntilCallback,
  exchangeCodeAsApplication,
} from '../../../testing/oidc-application-test-steps.ts'
import type { TokenResponse } from '../../../testing/oidc-application-test-steps.ts'
import { findFreePort } from '@countersign/testing/find-free-port'
import { startTestServerProcess } from '../../../testing/start-test-server-process.ts'
import {
  getAuthorizationCodeFromRedirect,
  sendRefreshTokenRequest,
  tallyResponses,
  summarizeOAuthResponse,
  offlineAccessAuthorizationParameters,
} from '../../../testing/oauth-token-test-steps.ts'

async function prepareSettings(kind: DatabaseKind, environment: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-processes-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return {
    origin: `http://localhost:${await findFreePort()}`,
    database: await createTestDatabase(kind),
    keyFile: join(folder, 'countersign.key'),
    environment,
  }
}

/** Sends a form and never reads the response. */
async function sendDeaf(port: number, path: string, form: Record<string, string>): Promise<Socket> {
  const body = new URLSearchParams(form).toString()
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.pause()
  socket.write(
    [
      `POST ${path} HTTP/1.1`,
      'host: localhost',
      'content-type: application/x-www-form-urlencoded',
      `content-length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
  )
  return socket
}

describe.each(databaseKinds)('server processes on %s', (kind) => {
  test('O2: another process repeats a response that was lost in a crash after the commit', async () => {
    const settings = await prepareSettings(kind, { COUNTERSIGN_TOKEN_RETRY_SECONDS: '60' })
    const database = openDatabaseUntilTestEnds(settings.database)
    const application = await addTestClientApplication(
      { database, clock: { now: Date.now() } },
      { kind: 'single-page' },
    )
    const killed = await startTestServerProcess(settings)
    // Only one process can use an SQLite file.
    const other = kind === 'postgres' ? await startTestServerProcess(settings) : null
    const browser = killed.openBrowser()
    const redeemed = await exchangeCodeAsApplication(
      killed,
      application,
      getAuthorizationCodeFromRedirect(
        await runOidcAuthorizationUntilCallback(browser, application, offlineAccessAuthorizationParameters),
      ),
    )
    const { refresh_token = '' } = redeemed.json<TokenResponse>()
    const form = { grant_type: 'refresh_token', client_id: application.id, refresh_token }
    const socket = await sendDeaf(killed.port, '/token', form)
    await expect
      .poll(() => database.queries.selectFrom('token_responses').select('kind').execute(), {
        timeout: 20_000,
        interval: 5,
      })
      .toHaveLength(1)
    await killed.kill()
    socket.destroy()
    const answering = other ?? (await startTestServerProcess(settings))
    const again = await sendRefreshTokenRequest(answering, application, refresh_token)
    expect(summarizeOAuthResponse(again)).toBe('200')
    expect((await sendRefreshTokenRequest(answering, application, refresh_token)).body).toBe(again.body)
    expect(
      summarizeOAuthResponse(
        await sendRefreshTokenRequest(answering, application, again.json<TokenResponse>().refresh_token),
      ),
    ).toBe('200')
  })

  test(
    'O1 O2: one of 64 uses of a code or refresh token succeeds, and none after a crash',
    { timeout: 120_000 },
    async () => {
      const settings = await prepareSettings(kind, { COUNTERSIGN_TOKEN_RETRY_SECONDS: '0' })
      const opened = { database: openDatabaseUntilTestEnds(settings.database), clock: { now: Date.now() } }
      const application = await addTestClientApplication(opened, { rotateRefreshTokens: true })
      const instances = [
        await startTestServerProcess(settings),
        ...(kind === 'postgres' ? [await startTestServerProcess(settings)] : []),
      ]
      const [first = await startTestServerProcess(settings)] = instances
      const at = (index: number) => instances[index % instances.length] ?? first

      const browser = first.openBrowser()
      const code = getAuthorizationCodeFromRedirect(
        await runOidcAuthorizationUntilCallback(browser, application, offlineAccessAuthorizationParameters),
      )
      const codes = await Promise.all(
        Array.from({ length: 64 }, (_, index) => exchangeCodeAsApplication(at(index), application, code)),
      )
      expect(tallyResponses(codes)).toEqual({ 200: 1, '400 invalid_grant': 63 })
      const family = codes.find((response) => response.statusCode === 200)?.json<TokenResponse>()
      expect(summarizeOAuthResponse(await sendRefreshTokenRequest(at(1), application, family?.refresh_token))).toBe(
        '400 invalid_grant',
      )

      const again = await exchangeCodeAsApplication(
        first,
        application,
        getAuthorizationCodeFromRedirect(
          await runOidcAuthorizationUntilCallback(browser, application, offlineAccessAuthorizationParameters),
        ),
      )
      const { refresh_token } = again.json<TokenResponse>()
      const refreshed = await Promise.all(
        Array.from({ length: 64 }, (_, index) => sendRefreshTokenRequest(at(index), application, refresh_token)),
      )
      expect(tallyResponses(refreshed)).toEqual({ 200: 1, '400 invalid_grant': 63 })
      const newest = refreshed.find((response) => response.statusCode === 200)?.json<TokenResponse>()

      await Promise.all(instances.map((instance) => instance.kill()))
      const restarted = await startTestServerProcess(settings)
      for (const token of [refresh_token, newest?.refresh_token])
        expect(summarizeOAuthResponse(await sendRefreshTokenRequest(restarted, application, token))).toBe(
          '400 invalid_grant',
        )
      expect(summarizeOAuthResponse(await exchangeCodeAsApplication(restarted, application, code))).toBe(
        '400 invalid_grant',
      )
    },
  )
})
