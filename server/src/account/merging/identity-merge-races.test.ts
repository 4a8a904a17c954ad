// Tests merges that run concurrently with each other and with other operations.
import { describe, expect, test } from 'vitest'
import { verifyAuditLogIntegrity } from '../../audit-log/verify-audit-log.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { parseServerSettings } from '../../platform/parse-server-settings.ts'
import { createTestServer, ethereumTestKeys, testClockStartTime } from '../../testing/countersign-test-server.ts'
import { databaseKinds } from '../../testing/database-fixtures.ts'
import { acceptIdentityMerge } from './accept-identity-merge.ts'
import { refuseOrCancelIdentityMerge } from './refuse-or-cancel-identity-merge.ts'
import { executeOrEndDueIdentityMerges } from './execute-or-end-due-identity-merges.ts'
import { listIdentityMergesDueForExecution } from '../../store/people/identity-merge-offer-store.ts'
import {
  signInForMerge,
  prepareAgreedIdentityMergeOffer,
  listApiErrorCodesOrDone,
  acceptIdentityMergeAs,
  expectConsistentMergedDatabase,
  undoAllIdentityMergesForTests,
  createIdentityMergeContext,
} from '../../testing/identity-merge-race-test-steps.ts'

const { alice, bob, carol } = ethereumTestKeys
const { settings } = parseServerSettings({ COUNTERSIGN_ORIGIN: 'https://sign-in.example' }, undefined)
const now = testClockStartTime
const rounds = 40

const statusesOf = async (queries: DatabaseQueryBuilder): Promise<string[]> =>
  (await queries.selectFrom('people').select('status').orderBy('status').execute()).map(({ status }) => status)

describe.each(databaseKinds)('concurrent merges on %s', { timeout: 120_000 }, (kind) => {
  test('accepts an offer only once', async () => {
    const app = await createTestServer({ database: kind })
    const { queries } = app.database
    const [survivor, other] = [await signInForMerge(app, alice), await signInForMerge(app, bob)]
    for (let round = 0; round < rounds; round++) {
      const id = await prepareAgreedIdentityMergeOffer(queries, survivor, other)
      const codes = listApiErrorCodesOrDone(
        await Promise.allSettled([
          acceptIdentityMergeAs(queries, survivor, id),
          acceptIdentityMergeAs(queries, survivor, id),
        ]),
      )
      expect(codes.sort()).toEqual(['done', 'merge.invalid'])
      await expectConsistentMergedDatabase(queries)
      await undoAllIdentityMergesForTests(queries)
    }
    expect(await verifyAuditLogIntegrity(queries)).toMatchObject({ outcome: 'whole' })
  })

  test('two identities merging each other: only one merge succeeds', async () => {
    const app = await createTestServer({ database: kind })
    const { queries } = app.database
    const [one, two] = [await signInForMerge(app, alice), await signInForMerge(app, bob)]
    const survivors = new Set<string>()
    for (let round = 0; round < rounds; round++) {
      const offers = [
        await prepareAgreedIdentityMergeOffer(queries, one, two),
        await prepareAgreedIdentityMergeOffer(queries, two, one),
      ] as const
      const accepts = [
        () => acceptIdentityMergeAs(queries, one, offers[0]),
        () => acceptIdentityMergeAs(queries, two, offers[1]),
      ]
      if (round % 2 === 1) accepts.reverse()
      const codes = listApiErrorCodesOrDone(await Promise.allSettled(accepts.map((run) => run())))
      expect(codes.sort()).toEqual(['done', 'session.required'])
      expect(await statusesOf(queries)).toEqual(['active', 'merged'])
      await expectConsistentMergedDatabase(queries)
      survivors.add(
        (await queries.selectFrom('people').select('id').where('status', '=', 'active').executeTakeFirstOrThrow()).id,
      )
      await undoAllIdentityMergesForTests(queries)
    }
    expect(survivors.size).toBe(2)
  })

  test('two identities merging the same third: only one merge succeeds', async () => {
    const app = await createTestServer({ database: kind })
    const { queries } = app.database
    const [one, two, third] = [
      await signInForMerge(app, alice),
      await signInForMerge(app, bob),
      await signInForMerge(app, carol),
    ]
    for (let round = 0; round < rounds; round++) {
      const offers = [
        await prepareAgreedIdentityMergeOffer(queries, one, third),
        await prepareAgreedIdentityMergeOffer(queries, two, third),
      ] as const
      const accepts = [
        () => acceptIdentityMergeAs(queries, one, offers[0]),
        () => acceptIdentityMergeAs(queries, two, offers[1]),
      ]
      if (round % 2 === 1) accepts.reverse()
      const codes = listApiErrorCodesOrDone(await Promise.allSettled(accepts.map((run) => run())))
      expect(codes.sort()).toEqual(['done', 'merge.not_possible'])
      expect(await statusesOf(queries)).toEqual(['active', 'active', 'merged'])
      await expectConsistentMergedDatabase(queries)
      await undoAllIdentityMergesForTests(queries)
    }
  })

  test('of two chained merges only one succeeds, so that it can be undone', async () => {
    const app = await createTestServer({ database: kind })
    const { queries } = app.database
    const [first, second, third] = [
      await signInForMerge(app, alice),
      await signInForMerge(app, bob),
      await signInForMerge(app, carol),
    ]
    for (let round = 0; round < rounds; round++) {
      const offers = [
        await prepareAgreedIdentityMergeOffer(queries, first, second),
        await prepareAgreedIdentityMergeOffer(queries, second, third),
      ] as const
      const accepts = [
        () => acceptIdentityMergeAs(queries, first, offers[0]),
        () => acceptIdentityMergeAs(queries, second, offers[1]),
      ]
      if (round % 2 === 1) accepts.reverse()
      const codes = listApiErrorCodesOrDone(await Promise.allSettled(accepts.map((run) => run())))
      // The first merge makes the second one impossible.
      expect(['done,session.required', 'done,merge.not_possible']).toContain(
        codes.sort((a, b) => (a === 'done' ? -1 : b === 'done' ? 1 : 0)).join(','),
      )
      expect(await statusesOf(queries)).toEqual(['active', 'active', 'merged'])
      await expectConsistentMergedDatabase(queries)
      await undoAllIdentityMergesForTests(queries)
    }
  })

  test('P18: a pending merge takes effect once or is refused, under concurrent jobs and requests', async () => {
    const app = await createTestServer({ database: kind })
    const { queries } = app.database
    const [survivor, other] = [await signInForMerge(app, alice), await signInForMerge(app, bob)]
    const world = createIdentityMergeContext(queries)
    const due = now + settings.limits.mergeWaitSeconds * 1000
    const outcomes = new Set<string>()
    for (let round = 0; round < rounds; round++) {
      const id = await prepareAgreedIdentityMergeOffer(queries, survivor, other, { isConfirmed: false })
      expect((await acceptIdentityMergeAs(queries, survivor, id)).merge).toMatchObject({
        merged_at: null,
        effective_at: due,
      })
      const runs: (() => Promise<unknown>)[] = [
        () => executeOrEndDueIdentityMerges(world, due),
        () => executeOrEndDueIdentityMerges(world, due),
        async () => {
          // The job runs this query before its transaction. Running it here too lets both
          // transactions start at about the same time.
          await listIdentityMergesDueForExecution(queries, due, 1)
          await refuseOrCancelIdentityMerge(world, { signedIn: round % 8 < 4 ? survivor : other, id, now: due })
        },
        () => acceptIdentityMerge(world, { signedIn: survivor, id, networkPrefix: '', userAgent: '', now: due }),
      ]
      const turned = [...runs.slice(round % runs.length), ...runs.slice(0, round % runs.length)]
      listApiErrorCodesOrDone(await Promise.allSettled(turned.map((run) => run())))
      const lines = await queries.selectFrom('identity_merges').select('merged_at').where('id', '=', id).execute()
      const statuses = await statusesOf(queries)
      expect(statuses).toEqual(lines.length === 0 ? ['active', 'active'] : ['active', 'merged'])
      expect(lines.map(({ merged_at }) => merged_at)).toEqual(lines.length === 0 ? [] : [due])
      outcomes.add(statuses.join())
      await expectConsistentMergedDatabase(queries)
      await undoAllIdentityMergesForTests(queries)
    }
    expect(outcomes.size).toBe(2)
    expect(await verifyAuditLogIntegrity(queries)).toMatchObject({ outcome: 'whole' })
  })
})
