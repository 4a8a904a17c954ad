// What works once, worked on by processes of their own on one database: real ones, over the network, and killed.
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { DatabaseKind } from '../../../platform/database/open-database.ts'
import { createTestDatabase, databaseKinds, openUntilTestEnds } from '../../../testing/test-databases.ts'
import { addTestApplication, authorize, exchange } from '../../../testing/test-openid.ts'
import type { Tokens } from '../../../testing/test-openid.ts'
import { findFreePort } from '@countersign/testing/free-port'
import { startProcess } from '../../../testing/test-process.ts'
import { codeIn, refresh, tally, told, withRefresh } from '../../../testing/test-tokens.ts'

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

/** Sends a form and never reads what is answered. */
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

describe.each(databaseKinds)('processes on %s', (kind) => {
  test('O2 a response that is lost because its process was killed after the commit is given by another process', async () => {
    const settings = await prepareSettings(kind, { COUNTERSIGN_TOKEN_RETRY_SECONDS: '60' })
    const database = openUntilTestEnds(settings.database)
    const application = await addTestApplication({ database, clock: { now: Date.now() } }, { kind: 'single-page' })
    const killed = await startProcess(settings)
    // An SQLite file belongs to one process at a time.
    const other = kind === 'postgres' ? await startProcess(settings) : null
    const browser = killed.openBrowser()
    const redeemed = await exchange(killed, application, codeIn(await authorize(browser, application, withRefresh)))
    const { refresh_token = '' } = redeemed.json<Tokens>()
    const form = { grant_type: 'refresh_token', client_id: application.id, refresh_token }
    const socket = await sendDeaf(killed.port, '/token', form)
    await expect
      .poll(() => database.queries.selectFrom('token_answers').select('kind').execute(), {
        timeout: 20_000,
        interval: 5,
      })
      .toHaveLength(1)
    await killed.kill()
    socket.destroy()
    const answering = other ?? (await startProcess(settings))
    const again = await refresh(answering, application, refresh_token)
    expect(told(again)).toBe('200')
    expect((await refresh(answering, application, refresh_token)).body).toBe(again.body)
    expect(told(await refresh(answering, application, again.json<Tokens>().refresh_token))).toBe('200')
  })

  test(
    'O1 O2 one of 64 uses of a code or refresh token succeeds, and none after a crash',
    { timeout: 120_000 },
    async () => {
      const settings = await prepareSettings(kind, { COUNTERSIGN_TOKEN_RETRY_SECONDS: '0' })
      const opened = { database: openUntilTestEnds(settings.database), clock: { now: Date.now() } }
      const application = await addTestApplication(opened, { rotateRefreshTokens: true })
      // An SQLite file belongs to one process, PostgreSQL to as many as there are.
      const instances = [await startProcess(settings), ...(kind === 'postgres' ? [await startProcess(settings)] : [])]
      const [first = await startProcess(settings)] = instances
      const at = (index: number) => instances[index % instances.length] ?? first

      const browser = first.openBrowser()
      const code = codeIn(await authorize(browser, application, withRefresh))
      const codes = await Promise.all(Array.from({ length: 64 }, (_, index) => exchange(at(index), application, code)))
      expect(tally(codes)).toEqual({ 200: 1, '400 invalid_grant': 63 })
      const family = codes.find((response) => response.statusCode === 200)?.json<Tokens>()
      expect(told(await refresh(at(1), application, family?.refresh_token))).toBe('400 invalid_grant')

      const again = await exchange(first, application, codeIn(await authorize(browser, application, withRefresh)))
      const { refresh_token } = again.json<Tokens>()
      const refreshed = await Promise.all(
        Array.from({ length: 64 }, (_, index) => refresh(at(index), application, refresh_token)),
      )
      expect(tally(refreshed)).toEqual({ 200: 1, '400 invalid_grant': 63 })
      const newest = refreshed.find((response) => response.statusCode === 200)?.json<Tokens>()

      await Promise.all(instances.map((instance) => instance.kill()))
      const restarted = await startProcess(settings)
      for (const token of [refresh_token, newest?.refresh_token])
        expect(told(await refresh(restarted, application, token))).toBe('400 invalid_grant')
      expect(told(await exchange(restarted, application, code))).toBe('400 invalid_grant')
    },
  )
})
