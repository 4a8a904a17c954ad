// Concurrent identity merges: offers, attempts, and database invariants.
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { serverLimitDefinitions } from '@countersign/api/server-limits'
import type { EthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { expect } from 'vitest'
import { systemRandomBytes } from '../platform/clock.ts'
import type { DatabaseQueryBuilder } from '../platform/database/open-sqlite-or-postgres-database.ts'
import type { SessionsTable } from '../platform/database/database-schema.ts'
import { createRandomId } from '../platform/create-random-id.ts'
import { ApiError } from '../platform/api-error.ts'
import { parseServerSettings } from '../platform/parse-server-settings.ts'
import { challengeContextFixture } from './challenge-verification-context-fixtures.ts'
import { testClockStartTime } from './countersign-test-server.ts'
import type { TestServer } from './countersign-test-server.ts'
import { unlimitedRateLimiter } from './rate-limit-fixtures.ts'
import { acceptIdentityMerge } from '../account/merging/accept-identity-merge.ts'
import { insertIdentityMergeOffer } from '../store/people/identity-merge-offer-store.ts'
import { undoIdentityMerge } from '../account/merging/undo-identity-merge.ts'

const { settings } = parseServerSettings({ COUNTERSIGN_ORIGIN: 'https://sign-in.example' }, undefined)
const now = testClockStartTime

export const createIdentityMergeContext = (queries: DatabaseQueryBuilder) => ({
  settings,
  limits: settings.limits,
  queries,
  random: systemRandomBytes,
  ...challengeContextFixture,
  chains: new Map(),
  rateLimiter: unlimitedRateLimiter,
})

interface MergeSide {
  person: { id: string }
  session: Pick<SessionsTable, 'id' | 'wallet_id' | 'passkey_id'>
  walletId: string
}

export async function signInForMerge(app: TestServer, key: EthereumTestKey): Promise<MergeSide> {
  const { person, session } = (await app.openBrowser().signIn(key)).json<ApiEndpointOutput<'signIn'>>()
  const row = await app.database.queries
    .selectFrom('sessions')
    .select(['id', 'wallet_id', 'passkey_id'])
    .where('id', '=', session.id)
    .executeTakeFirstOrThrow()
  return { person: { id: person.id }, session: row, walletId: row.wallet_id ?? '' }
}

export async function prepareAgreedIdentityMergeOffer(
  queries: DatabaseQueryBuilder,
  { person }: MergeSide,
  other: MergeSide,
  { isConfirmed = true } = {},
): Promise<string> {
  const id = createRandomId(systemRandomBytes)
  // The other identity confirms the merge in its first browser.
  const { browser_hash } = await queries
    .selectFrom('browsers')
    .select('browser_hash')
    .where('person_id', '=', other.person.id)
    .orderBy('first_seen_at')
    .executeTakeFirstOrThrow()
  const agreement = {
    walletId: other.walletId,
    message: 'agreed',
    signature: '0x',
    method: 'ecdsa' as const,
    contract: null,
    browserHash: isConfirmed ? browser_hash : null,
    also: [],
    acceptedBy: null,
  }
  await queries.transaction().execute((transaction) =>
    insertIdentityMergeOffer(transaction, {
      id,
      personId: person.id,
      otherId: other.person.id,
      agreement,
      now,
      expiresAt: now + serverLimitDefinitions.mergeOfferLifetimeSeconds.default * 1000,
    }),
  )
  return id
}

export const acceptIdentityMergeAs = (queries: DatabaseQueryBuilder, signedIn: MergeSide, id: string) =>
  acceptIdentityMerge(createIdentityMergeContext(queries), {
    signedIn,
    id,
    networkPrefix: '192.0.2.0/24',
    userAgent: 'Race',
    now,
  })

export const listApiErrorCodesOrDone = (results: readonly PromiseSettledResult<unknown>[]): string[] =>
  results.map((result) => {
    if (result.status === 'fulfilled') return 'done'
    const reason: unknown = result.reason
    if (reason instanceof ApiError) return reason.code
    throw reason
  })

export async function undoAllIdentityMergesForTests(queries: DatabaseQueryBuilder): Promise<void> {
  for (const { id, person_id } of await queries
    .selectFrom('identity_merges')
    .selectAll()
    .where('merged_at', 'is not', null)
    .where('undone_at', 'is', null)
    .execute()) {
    await queries
      .updateTable('sessions')
      .set({ ended_at: null, end_reason: null })
      .where('person_id', '=', person_id)
      .execute()
    const session = await queries
      .selectFrom('sessions')
      .select(['id', 'wallet_id', 'passkey_id'])
      .where('person_id', '=', person_id)
      .executeTakeFirstOrThrow()
    await undoIdentityMerge(createIdentityMergeContext(queries), {
      signedIn: { person: { id: person_id }, session },
      id,
      now,
    })
  }
  await queries.updateTable('sessions').set({ ended_at: null, end_reason: null }).execute()
}

/** Active records must belong to active people. */
export async function expectConsistentMergedDatabase(queries: DatabaseQueryBuilder): Promise<void> {
  const wallets = await queries
    .selectFrom('wallets')
    .innerJoin('people', 'people.id', 'wallets.person_id')
    .select('wallets.address')
    .where('unlinked_at', 'is', null)
    .where('status', '!=', 'active')
    .execute()
  const sessions = await queries
    .selectFrom('sessions')
    .innerJoin('people', 'people.id', 'sessions.person_id')
    .select('sessions.id')
    .where('ended_at', 'is', null)
    .where('status', '!=', 'active')
    .execute()
  const foreign = await queries
    .selectFrom('sessions')
    .innerJoin('wallets', 'wallets.id', 'sessions.wallet_id')
    .select('sessions.id')
    .where('ended_at', 'is', null)
    .whereRef('wallets.person_id', '!=', 'sessions.person_id')
    .execute()
  const primaries = await queries
    .selectFrom('wallets')
    .select((expression) => expression.fn.sum<number | string>('is_primary').as('primaries'))
    .where('unlinked_at', 'is', null)
    .groupBy('person_id')
    .execute()
  expect({ wallets, sessions, foreign }).toEqual({ wallets: [], sessions: [], foreign: [] })
  expect(primaries.map((row) => Number(row.primaries))).toEqual(primaries.map(() => 1))
}
