// What works once, worked on by processes of their own on one database: real ones, over the network, and killed.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createTestDatabase, databaseKinds, openUntilTestEnds } from '../../../testing/test-databases.ts'
import { addTestApplication, authorize, exchange } from '../../../testing/test-openid.ts'
import type { Tokens } from '../../../testing/test-openid.ts'
import { findFreePort } from '@countersign/testing/free-port'
import { startProcess } from '../../../testing/test-process.ts'
import { codeIn, refresh, tally, told, withRefresh } from '../../../testing/test-tokens.ts'

describe.each(databaseKinds)('processes on %s', (kind) => {
  test('O1 O2 one of 64 uses of a code or refresh token succeeds, and none after a crash', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'countersign-processes-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const database = await createTestDatabase(kind)
    const settings = {
      origin: `http://localhost:${await findFreePort()}`,
      database,
      keyFile: join(folder, 'countersign.key'),
    }
    const application = await addTestApplication({ database: openUntilTestEnds(database), clock: { now: Date.now() } })
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
  })
})
