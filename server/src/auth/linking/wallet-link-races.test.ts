// Tests of concurrent wallet links, of which only one may succeed.
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { formatSignInMessage } from '@countersign/message'
import { signEthereumMessage } from '@countersign/testing/ethereum-test-keys'
import type { EthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { describe, expect, test } from 'vitest'
import type { SignedMessagePurpose } from '../challenges/issued-challenge-message-types.ts'
import { issueAuthenticationChallenge } from '../challenges/issue-authentication-challenge.ts'
import { verifyAuditLogIntegrity } from '../../audit-log/verify-audit-log.ts'
import { countSignInMethods } from '../../store/people/sign-in-method-removal-guard.ts'
import { systemRandomBytes } from '../../platform/clock.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { ApiError } from '../../platform/api-error.ts'
import { parseServerSettings } from '../../platform/parse-server-settings.ts'
import type { AuthenticatedSessionIds } from '../../store/sessions/lock-session-rows.ts'
import { processWalletSignInAttempt } from '../sign-in/process-wallet-sign-in-attempt.ts'
import { challengeContextFixture } from '../../testing/challenge-verification-context-fixtures.ts'
import { createTestServer, ethereumTestKeys, testClockStartTime } from '../../testing/countersign-test-server.ts'
import type { TestServer } from '../../testing/countersign-test-server.ts'
import { unlimitedRateLimiter, testRateLimitCaller } from '../../testing/rate-limit-fixtures.ts'
import { databaseKinds } from '../../testing/database-fixtures.ts'
import { linkWallet } from './link-wallet.ts'
import { unlinkWallet } from './unlink-wallet.ts'

const { alice, bob, carol } = ethereumTestKeys
const { settings } = parseServerSettings({ COUNTERSIGN_ORIGIN: 'https://sign-in.example' }, undefined)
const browserHash = 'hash'
const now = testClockStartTime

const worldOf = (queries: DatabaseQueryBuilder) => ({
  settings,
  queries,
  random: systemRandomBytes,
  ...challengeContextFixture,
  chains: new Map(),
  rateLimiter: unlimitedRateLimiter,
})

async function enter(app: TestServer, key: EthereumTestKey): Promise<AuthenticatedSessionIds> {
  const { person, session } = (await app.openBrowser().signIn(key)).json<ApiEndpointOutput<'signIn'>>()
  return { person: { id: person.id }, session: { id: session.id } }
}

async function prepareAttempt<Purpose extends SignedMessagePurpose>(
  queries: DatabaseQueryBuilder,
  purpose: Purpose,
  key: EthereumTestKey,
  personId: string | null,
) {
  const { message: issued } = await issueAuthenticationChallenge(worldOf(queries), {
    walletKind: 'key',
    isCrossDevice: false,
    purpose,
    personId,
    browserHash,
    interaction: null,
    applicationName: null,
    proofBinding: null,
    now,
  })
  const message = formatSignInMessage({ ...issued, address: key.address, chainId: '1' })
  return {
    purpose,
    message,
    signature: signEthereumMessage(key, message),
    interaction: null,
    personId,
    browserHash,
    caller: testRateLimitCaller,
    networkPrefix: '192.0.2.0/24',
    userAgent: 'Race',
    now,
  }
}

const ownersOf = async (queries: DatabaseQueryBuilder, { address }: EthereumTestKey): Promise<string[]> =>
  (
    await queries
      .selectFrom('wallets')
      .select('person_id')
      .where('address', '=', address.toLowerCase())
      .where('unlinked_at', 'is', null)
      .execute()
  ).map((row) => row.person_id)

async function free(queries: DatabaseQueryBuilder, { address }: EthereumTestKey): Promise<void> {
  await queries
    .updateTable('wallets')
    .set({ unlinked_at: now, is_primary: 0 })
    .where('address', '=', address.toLowerCase())
    .execute()
}

describe.each(databaseKinds)('concurrent wallet linking on %s', (kind) => {
  test(
    'P1: of two people linking one wallet, exactly one succeeds in each of 1000 rounds',
    { timeout: 240_000 },
    async () => {
      const app = await createTestServer({ database: kind })
      const { queries } = app.database
      const people = [await enter(app, alice), await enter(app, bob)]
      const winners = new Set<string>()
      for (let round = 0; round < 1000; round++) {
        const attempts = await Promise.all(
          people.map(async (signedIn) => ({
            ...(await prepareAttempt(queries, 'link', carol, signedIn.person.id)),
            signedIn,
          })),
        )
        if (round % 2 === 1) attempts.reverse()
        const results = await Promise.all(attempts.map((attempt) => linkWallet(worldOf(queries), attempt)))
        const won = results.flatMap((result) => (result.outcome === 'linked' ? [result.wallet.person_id] : []))
        const lost = results.flatMap((result) => (result.outcome === 'refused' ? [result.code] : []))
        expect([won.length, lost]).toEqual([1, ['wallet.linked_to_other']])
        expect(await ownersOf(queries, carol)).toEqual(won)
        winners.add(won[0] ?? '')
        await free(queries, carol)
      }
      expect(winners.size).toBe(2)
      expect(await verifyAuditLogIntegrity(queries)).toMatchObject({ outcome: 'whole' })
    },
  )

  test(
    'P1: a wallet linked during its first sign-in has one owner in each of 1000 rounds',
    { timeout: 240_000 },
    async () => {
      const app = await createTestServer({ database: kind })
      const { queries } = app.database
      const signedIn = await enter(app, alice)
      const winners = new Set<string>()
      for (let round = 0; round < 1000; round++) {
        const link = { ...(await prepareAttempt(queries, 'link', carol, signedIn.person.id)), signedIn }
        const entry = { ...(await prepareAttempt(queries, 'sign-in', carol, null)), previousTokenHash: null }
        const run = [
          () => linkWallet(worldOf(queries), link),
          () => processWalletSignInAttempt(worldOf(queries), entry),
        ] as const
        const [first, second] = round % 2 === 0 ? [run[0](), run[1]()] : [run[1](), run[0]()]
        const results = [await first, await second]
        const linked = results.some(({ outcome }) => outcome === 'linked')
        const [owner, ...others] = await ownersOf(queries, carol)
        expect(others).toEqual([])
        expect(results.flatMap((result) => (result.outcome === 'signed-in' ? [result.person.id] : []))).toEqual([owner])
        expect(owner === signedIn.person.id).toBe(linked)
        if (!linked)
          expect(results.flatMap((result) => (result.outcome === 'refused' ? [result.code] : []))).toEqual([
            'wallet.linked_to_other',
          ])
        winners.add(linked ? 'link' : 'sign-in')
        await free(queries, carol)
      }
      expect(winners.size).toBe(2)
      expect(await verifyAuditLogIntegrity(queries)).toMatchObject({ outcome: 'whole' })
    },
  )

  test(
    'P3: unlinking the last two wallets at once keeps one in each of 1000 rounds',
    { timeout: 120_000 },
    async () => {
      const app = await createTestServer({ database: kind })
      const { queries } = app.database
      const first = await enter(app, alice)
      const linked = await linkWallet(worldOf(queries), {
        ...(await prepareAttempt(queries, 'link', bob, first.person.id)),
        signedIn: first,
      })
      const second = await enter(app, bob)
      expect([linked.outcome, second.person.id]).toEqual(['linked', first.person.id])
      const wallets = await queries.selectFrom('wallets').selectAll().orderBy('address').execute()
      const sessions = await queries.selectFrom('sessions').selectAll().execute()
      const stayed = new Set<string>()
      for (let round = 0; round < 1000; round++) {
        const removals = wallets.map(({ id }) => {
          const by = sessions.find((session) =>
            round % 4 < 2 ? session.wallet_id !== id : session.wallet_id === wallets[0]?.id,
          )
          return { id, signedIn: { person: first.person, session: { id: by?.id ?? '' } }, now }
        })
        if (round % 2 === 1) removals.reverse()
        const results = await Promise.allSettled(removals.map((removal) => unlinkWallet(worldOf(queries), removal)))
        const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []))
        expect(refusals).toHaveLength(1)
        expect(refusals[0]).toBeInstanceOf(ApiError)
        expect(['sign_in_method.last', 'session.required']).toContain((refusals[0] as ApiError).code)
        expect(await countSignInMethods(queries, first.person.id)).toBe(1)
        const left = await queries
          .selectFrom('wallets')
          .select(['id', 'is_primary'])
          .where('unlinked_at', 'is', null)
          .execute()
        expect(left).toEqual([{ id: left[0]?.id, is_primary: 1 }])
        stayed.add(left[0]?.id ?? '')
        await queries.updateTable('wallets').set({ unlinked_at: null }).execute()
        await queries.updateTable('sessions').set({ ended_at: null, end_reason: null }).execute()
      }
      expect(stayed.size).toBe(2)
      expect(await verifyAuditLogIntegrity(queries)).toMatchObject({ outcome: 'whole' })
    },
  )

  test(
    'P4: a wallet unlinked during sign-in leaves no session of its former owner in 200 rounds',
    { timeout: 120_000 },
    async () => {
      const app = await createTestServer({ database: kind })
      const { queries } = app.database
      const signedIn = await enter(app, alice)
      for (let round = 0; round < 200; round++) {
        const linked = await linkWallet(worldOf(queries), {
          ...(await prepareAttempt(queries, 'link', carol, signedIn.person.id)),
          signedIn,
        })
        if (linked.outcome === 'refused') throw new Error(linked.reason)
        const entry = { ...(await prepareAttempt(queries, 'sign-in', carol, null)), previousTokenHash: null }
        const [, entered] = await Promise.all([
          unlinkWallet(worldOf(queries), { signedIn, id: linked.wallet.id, now }),
          processWalletSignInAttempt(worldOf(queries), entry),
        ])
        if (entered.outcome === 'refused') throw new Error(entered.reason)
        const { end_reason: ended } = await queries
          .selectFrom('sessions')
          .select('end_reason')
          .where('id', '=', entered.session.row.id)
          .executeTakeFirstOrThrow()
        const cameBefore = entered.person.id === signedIn.person.id
        expect(ended).toBe(cameBefore ? 'wallet-unlinked' : null)
        expect(await ownersOf(queries, carol)).toEqual(cameBefore ? [] : [entered.person.id])
        await free(queries, carol)
      }
      expect(await verifyAuditLogIntegrity(queries)).toMatchObject({ outcome: 'whole' })
    },
  )
})
