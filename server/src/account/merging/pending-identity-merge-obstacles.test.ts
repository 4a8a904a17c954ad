// Tests pending merges that cannot be executed when they are due.
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { describe, expect, test } from 'vitest'
import { grantRole } from '../../store/roles/grant-role.ts'
import { operatorAuditActor } from '../../audit-log/audit-actor.ts'
import { suspendPerson } from '../../admin/people/suspend-or-reactivate-person.ts'
import { systemRandomBytes } from '../../platform/clock.ts'
import { createTestServer, ethereumTestKeys } from '../../testing/countersign-test-server.ts'
import type { TestServer, TestBrowser } from '../../testing/countersign-test-server.ts'
import { databaseKinds, testOnBothDatabases } from '../../testing/database-fixtures.ts'
import {
  linkWalletForTests,
  listWalletsForTests,
  readBrowserPersonIdOrNone,
} from '../../testing/identity-merge-test-steps.ts'
import { relaxedChallengeRateLimits, summarizeApiResponse } from '../../testing/passkey-test-steps.ts'
import { stagePhishedIdentityMerge } from '../../testing/phished-identity-merge-fixtures.ts'
import { listAuditEntries } from '../../testing/inspect-test-database.ts'

const { bob, carol } = ethereumTestKeys
const dave = createEthereumTestKey(4)
const day = 86_400_000

describe('P18: pending merge with an obstacle', () => {
  const context = ({ database }: TestServer) => ({ queries: database.queries, random: systemRandomBytes })

  test.each([
    [
      'the wallet that agreed has left',
      async (_: TestServer, victim: TestBrowser) => {
        await linkWalletForTests(victim, carol)
        const wallet = (await listWalletsForTests(victim)).find(({ address }) => address === bob.address)
        await victim.send('DELETE', `/api/wallets/${wallet?.id}`)
      },
    ],
    [
      'the other identity has a role',
      async (app: TestServer, victim: TestBrowser) => {
        const role = {
          personId: await readBrowserPersonIdOrNone(victim),
          role: 'auditor',
          actor: operatorAuditActor,
          now: app.clock.now,
        } as const
        await grantRole({ ...context(app), limits: app.limits }, role)
      },
    ],
    [
      'too many wallets',
      async (_: TestServer, victim: TestBrowser) => {
        await linkWalletForTests(victim, carol)
        await linkWalletForTests(victim, dave)
      },
    ],
  ] as const)('%s: drops the merge when due, logs it for both people, and moves nothing', async (reason, change) => {
    const app = await createTestServer({
      environment: { ...relaxedChallengeRateLimits, COUNTERSIGN_WALLETS_PER_PERSON: '3' },
    })
    const { victim, attacker } = await stagePhishedIdentityMerge(app)
    const people = [await readBrowserPersonIdOrNone(victim), await readBrowserPersonIdOrNone(attacker)]
    await change(app, victim)
    app.clock.now += day
    await app.pruneExpired()
    expect(await listAuditEntries(app, 'identity.merge_ended')).toEqual(
      Array.from({ length: 2 }, () => `identity.merge_ended refused {"reason":"${reason}"}`),
    )
    const { queries } = app.database
    expect(await queries.selectFrom('identity_merges').select('id').execute()).toEqual([])
    expect(await queries.selectFrom('people').select('status').where('id', 'in', people).execute()).toEqual([
      { status: 'active' },
      { status: 'active' },
    ])
  })

  test.each(['victim', 'attacker'] as const)('ends immediately when the %s is suspended', async (who) => {
    const app = await createTestServer({ environment: relaxedChallengeRateLimits })
    const people = await stagePhishedIdentityMerge(app)
    const id = await readBrowserPersonIdOrNone(people[who])
    await suspendPerson(context(app), id, app.clock.now)
    expect(await app.database.queries.selectFrom('identity_merges').select('id').execute()).toEqual([])
    expect(await listAuditEntries(app, 'identity.merge_ended')).toEqual(
      Array.from({ length: 2 }, () => 'identity.merge_ended refused {"reason":"one of the two was suspended"}'),
    )
  })

  describe.each(databaseKinds)('on %s', (kind) => {
    test.each(['victim', 'attacker'] as const)('is deleted when the %s is erased', async (who) => {
      const app = await createTestServer({ database: kind, environment: relaxedChallengeRateLimits })
      const people = await stagePhishedIdentityMerge(app)
      expect(summarizeApiResponse(await people[who].send('DELETE', '/api/person'))).toBe('204')
      app.clock.now += day
      await app.pruneExpired()
      expect(await app.database.queries.selectFrom('identity_merges').select('id').execute()).toEqual([])
      expect(await listAuditEntries(app, 'identity.merged')).toEqual([])
    })
  })

  testOnBothDatabases('appears in the data export of both people', async (kind) => {
    const app = await createTestServer({ database: kind, environment: relaxedChallengeRateLimits })
    const { victim, attacker, merge } = await stagePhishedIdentityMerge(app)
    for (const browser of [victim, attacker]) {
      const { merges } = (await browser.send('GET', '/api/export')).json<{ merges: object[] }>()
      expect(merges).toMatchObject([
        {
          id: merge.id,
          mergedAt: null,
          pendingSince: new Date(app.clock.now).toISOString(),
          effectiveAt: new Date(app.clock.now + day).toISOString(),
        },
      ])
    }
  })
})
