import { describe, expect, test } from 'vitest'
import { systemRandomBytes } from '../../platform/clock.ts'
import { databaseKinds, openTestDatabase } from '../../testing/database-fixtures.ts'
import { addTestClientApplication } from '../../testing/oidc-application-test-steps.ts'
import { createTestRefusedRequest } from '../../testing/refused-request-fixtures.ts'
import { removeApplication } from '../applications/remove-application.ts'
import { createRefusedRequestBuffer } from './refused-request-buffer.ts'
import {
  findRefusedRequests,
  listRefusedRequests,
  pruneRefusedRequests,
  storeRefusedRequests,
} from './refused-request-store.ts'
import type { RefusedRequestCaller } from './refused-request-types.ts'

const limits = { refusedRequestsPerApplication: 10, refusedRequestRetentionSeconds: 3600 }
const start = 1_000_000

async function openStore(kind: (typeof databaseKinds)[number]) {
  const database = await openTestDatabase(kind)
  await addTestClientApplication({ database, clock: { now: start } })
  const { queries } = database
  const buffer = createRefusedRequestBuffer(limits.refusedRequestsPerApplication)
  const add = (scope: string, at: number, caller: RefusedRequestCaller = 'own', applicationId = 'test-app') =>
    buffer.add(createTestRefusedRequest(scope, { applicationId, at, caller }))
  const store = () => storeRefusedRequests(queries, buffer, limits)
  const list = async () =>
    (await listRefusedRequests(queries, 'test-app', 0)).map(
      ({ caller, count, problem }) => `${caller} ${problem.sent['scope']} ${count}`,
    )
  return { queries, add, store, list }
}

describe.each(databaseKinds)('refused requests on %s', (kind) => {
  test('are counted across writes, listed newest first, and found by the last request ID', async () => {
    const { queries, add, store, list } = await openStore(kind)
    add('a', start)
    add('b', start + 1)
    expect(await store()).toBe(2)
    add('a', start + 2)
    add('a', start + 3)
    add('x', start, 'own', 'removed-app')
    await store()
    expect(await list()).toEqual(['own a 3', 'own b 1'])
    const [first] = await findRefusedRequests(queries, 'request-a', 0)
    expect(first).toMatchObject({ firstAt: start, lastAt: start + 3, applicationId: 'test-app' })
    expect(await findRefusedRequests(queries, 'request-x', 0)).toEqual([])
    expect(await findRefusedRequests(queries, 'request-a', start + 3)).toEqual([])
    expect(await store()).toBe(0)
  })

  test('O33: requests of unknown callers cannot push out those of own callers', async () => {
    const { add, store, list } = await openStore(kind)
    for (let request = 0; request < 7; request += 1) add(`own-${request}`, start + request)
    await store()
    for (let round = 0; round < 4; round += 1) {
      for (let request = 0; request < 20; request += 1) add(`${round}-${request}`, start + 1000 + round, 'unknown')
      await store()
    }
    const listed = await list()
    expect(listed.filter((line) => line.startsWith('own'))).toHaveLength(7)
    expect(listed.filter((line) => line.startsWith('unknown 3-'))).toHaveLength(3)
    expect(listed).toHaveLength(10)
    add('own-new', start + 5000)
    await store()
    expect(await list()).not.toContain('own own-0 1')
    expect((await list()).filter((line) => line.startsWith('own'))).toHaveLength(7)
  })

  test('end after the retention period and with their application', async () => {
    const { queries, add, store, list } = await openStore(kind)
    add('old', start)
    add('new', start + 1000)
    await store()
    expect(await pruneRefusedRequests(queries, limits, start + 3_600_000)).toBe(1)
    expect(await pruneRefusedRequests(queries, limits, start + 3_600_000)).toBe(0)
    expect(await list()).toEqual(['own new 1'])
    await removeApplication({ queries, random: systemRandomBytes }, 'test-app', start)
    expect(await queries.selectFrom('refused_requests').selectAll().execute()).toEqual([])
  })
})
