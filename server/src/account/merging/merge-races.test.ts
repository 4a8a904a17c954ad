// Merges that meet each other, or what else happens to the same people at the same time.
import type { EndpointOutput } from '@countersign/api/api-endpoints'
import { limits } from '@countersign/api/limits'
import { formatMessage } from '@countersign/message'
import { createTestKey, signEthereumMessage } from '@countersign/testing/test-keys'
import type { TestKey } from '@countersign/testing/test-keys'
import { describe, expect, test } from 'vitest'
import { verifyAuditLogIntegrity } from '../../audit-log/verify-audit-log.ts'
import { issueChallenge } from '../../auth/challenges/issue-challenge.ts'
import { linkWallet } from '../../auth/linking/link-wallet.ts'
import { unlinkWallet } from '../../auth/linking/unlink-wallet.ts'
import { systemRandomBytes } from '../../platform/clock.ts'
import type { DatabaseQueries } from '../../platform/database/open-database.ts'
import type { SessionsTable } from '../../platform/database/schema.ts'
import { createId } from '../../platform/create-id.ts'
import { ApiError } from '../../platform/api-error.ts'
import { parseSettings } from '../../platform/settings.ts'
import { signInWithWallet } from '../../auth/sign-in/wallet-sign-in.ts'
import { testChallengeContext } from '../../testing/test-challenge-context.ts'
import { createTestApp, openSteppedUpBrowser, testKeys, testStartTime } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { noRateLimits, testCaller } from '../../testing/test-rate-limits.ts'
import { databaseKinds } from '../../testing/test-databases.ts'
import { mergeInto, requestMergeUndo } from '../../testing/test-merges.ts'
import {
  addTestApplication,
  createAuthorizationUrl,
  createOpenIdApp,
  redirectLocationOf,
} from '../../testing/test-openid.ts'
import { relaxedChallengeLimits } from '../../testing/test-passkeys.ts'
import { obtainTokenFamily } from '../../testing/test-tokens.ts'
import { acceptMerge } from './accept-merge.ts'
import { refuseMerge } from './refuse-merge.ts'
import { carryOutDueMerges } from './carry-out-due-merges.ts'
import { insertMergeOffer, listDueMerges } from '../../store/people/merge-store.ts'
import { undoMerge } from './undo-merge.ts'

const { alice, bob, carol } = testKeys
const { settings } = parseSettings({ COUNTERSIGN_ORIGIN: 'https://sign-in.example' }, undefined)
const now = testStartTime
const rounds = 40

const worldOf = (queries: DatabaseQueries) => ({
  settings,
  limits: settings.limits,
  queries,
  random: systemRandomBytes,
  ...testChallengeContext,
  chains: new Map(),
  rateLimiter: noRateLimits,
})

interface Side {
  person: { id: string }
  session: Pick<SessionsTable, 'id' | 'wallet_id' | 'passkey_id'>
  walletId: string
}

async function enter(app: TestApp, key: TestKey): Promise<Side> {
  const { person, session } = (await app.openBrowser().signIn(key)).json<EndpointOutput<'signIn'>>()
  const row = await app.database.queries
    .selectFrom('sessions')
    .select(['id', 'wallet_id', 'passkey_id'])
    .where('id', '=', session.id)
    .executeTakeFirstOrThrow()
  return { person: { id: person.id }, session: row, walletId: row.wallet_id ?? '' }
}

/** An offer to which a wallet of the other has agreed. */
async function prepareOffer(
  queries: DatabaseQueries,
  { person }: Side,
  other: Side,
  { isConfirmed = true } = {},
): Promise<string> {
  const id = createId(systemRandomBytes)
  // In the browser in which the other was made.
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
    insertMergeOffer(transaction, {
      id,
      personId: person.id,
      otherId: other.person.id,
      agreement,
      now,
      expiresAt: now + limits.mergeOfferSeconds.default * 1000,
    }),
  )
  return id
}

const acceptAs = (queries: DatabaseQueries, signedIn: Side, id: string) =>
  acceptMerge(worldOf(queries), { signedIn, id, networkPrefix: '192.0.2.0/24', userAgent: 'Race', now })

async function prepareAttempt<Purpose extends 'sign-in' | 'link'>(
  queries: DatabaseQueries,
  purpose: Purpose,
  key: TestKey,
  personId: string | null,
) {
  const { message: issued } = await issueChallenge(worldOf(queries), {
    walletKind: 'key',
    isCrossDevice: false,
    purpose,
    personId,
    browserHash: 'hash',
    interaction: null,
    applicationName: null,
    now,
  })
  const message = formatMessage({ ...issued, address: key.address, chainId: '1' })
  return {
    purpose,
    message,
    signature: signEthereumMessage(key, message),
    interaction: null,
    personId,
    browserHash: 'hash',
    caller: testCaller,
    networkPrefix: '192.0.2.0/24',
    userAgent: 'Race',
    now,
  }
}

const codesOf = (results: readonly PromiseSettledResult<unknown>[]): string[] =>
  results.map((result) => {
    if (result.status === 'fulfilled') return 'done'
    const reason: unknown = result.reason
    if (reason instanceof ApiError) return reason.code
    throw reason
  })

/** Everybody as they were at first: every merge undone, every session active again. */
async function separate(queries: DatabaseQueries): Promise<void> {
  for (const { id, person_id } of await queries
    .selectFrom('merges')
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
    await undoMerge(worldOf(queries), { signedIn: { person: { id: person_id }, session }, id, now })
  }
  await queries.updateTable('sessions').set({ ended_at: null, end_reason: null }).execute()
}

const statusesOf = async (queries: DatabaseQueries): Promise<string[]> =>
  (await queries.selectFrom('people').select('status').orderBy('status').execute()).map(({ status }) => status)

/** What must be true of any database: what is in use is its person's, who is in use themselves. */
async function checkWhole(queries: DatabaseQueries): Promise<void> {
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

describe.each(databaseKinds)('merges at the same time on %s', { timeout: 120_000 }, (kind) => {
  test('one offer is accepted once', async () => {
    const app = await createTestApp({ database: kind })
    const { queries } = app.database
    const [survivor, other] = [await enter(app, alice), await enter(app, bob)]
    for (let round = 0; round < rounds; round++) {
      const id = await prepareOffer(queries, survivor, other)
      const codes = codesOf(
        await Promise.allSettled([acceptAs(queries, survivor, id), acceptAs(queries, survivor, id)]),
      )
      expect(codes.sort()).toEqual(['done', 'merge.unusable'])
      await checkWhole(queries)
      await separate(queries)
    }
    expect(await verifyAuditLogIntegrity(queries)).toMatchObject({ outcome: 'whole' })
  })

  test('two that merge each other: one goes on', async () => {
    const app = await createTestApp({ database: kind })
    const { queries } = app.database
    const [one, two] = [await enter(app, alice), await enter(app, bob)]
    const survivors = new Set<string>()
    for (let round = 0; round < rounds; round++) {
      const offers = [await prepareOffer(queries, one, two), await prepareOffer(queries, two, one)] as const
      const accepts = [() => acceptAs(queries, one, offers[0]), () => acceptAs(queries, two, offers[1])]
      if (round % 2 === 1) accepts.reverse()
      const codes = codesOf(await Promise.allSettled(accepts.map((run) => run())))
      expect(codes.sort()).toEqual(['done', 'session.required'])
      expect(await statusesOf(queries)).toEqual(['active', 'merged'])
      await checkWhole(queries)
      survivors.add(
        (await queries.selectFrom('people').select('id').where('status', '=', 'active').executeTakeFirstOrThrow()).id,
      )
      await separate(queries)
    }
    expect(survivors.size).toBe(2)
  })

  test('two that merge the same third: one gets it', async () => {
    const app = await createTestApp({ database: kind })
    const { queries } = app.database
    const [one, two, third] = [await enter(app, alice), await enter(app, bob), await enter(app, carol)]
    for (let round = 0; round < rounds; round++) {
      const offers = [await prepareOffer(queries, one, third), await prepareOffer(queries, two, third)] as const
      const accepts = [() => acceptAs(queries, one, offers[0]), () => acceptAs(queries, two, offers[1])]
      if (round % 2 === 1) accepts.reverse()
      const codes = codesOf(await Promise.allSettled(accepts.map((run) => run())))
      expect(codes.sort()).toEqual(['done', 'merge.impossible'])
      expect(await statusesOf(queries)).toEqual(['active', 'active', 'merged'])
      await checkWhole(queries)
      await separate(queries)
    }
  })

  test('a chain of two: never more than one of them, so that each can be undone', async () => {
    const app = await createTestApp({ database: kind })
    const { queries } = app.database
    const [first, second, third] = [await enter(app, alice), await enter(app, bob), await enter(app, carol)]
    for (let round = 0; round < rounds; round++) {
      const offers = [await prepareOffer(queries, first, second), await prepareOffer(queries, second, third)] as const
      const accepts = [() => acceptAs(queries, first, offers[0]), () => acceptAs(queries, second, offers[1])]
      if (round % 2 === 1) accepts.reverse()
      const codes = codesOf(await Promise.allSettled(accepts.map((run) => run())))
      // Whichever comes first shuts the other out: its person is merged, or has a merge that can be undone.
      expect(['done,session.required', 'done,merge.impossible']).toContain(
        codes.sort((a, b) => (a === 'done' ? -1 : b === 'done' ? 1 : 0)).join(','),
      )
      expect(await statusesOf(queries)).toEqual(['active', 'active', 'merged'])
      await checkWhole(queries)
      await separate(queries)
    }
  })

  test('P18 a pending merge takes effect once or is refused, by jobs of several instances and both sides at the same time', async () => {
    const app = await createTestApp({ database: kind })
    const { queries } = app.database
    const [survivor, other] = [await enter(app, alice), await enter(app, bob)]
    const world = worldOf(queries)
    const due = now + settings.limits.mergeWaitSeconds * 1000
    const outcomes = new Set<string>()
    for (let round = 0; round < rounds; round++) {
      const id = await prepareOffer(queries, survivor, other, { isConfirmed: false })
      expect((await acceptAs(queries, survivor, id)).merge).toMatchObject({ merged_at: null, effective_at: due })
      const runs: (() => Promise<unknown>)[] = [
        () => carryOutDueMerges(world, due),
        () => carryOutDueMerges(world, due),
        async () => {
          // As many turns as the job takes before its transaction.
          await listDueMerges(queries, due, 1)
          await refuseMerge(world, { signedIn: round % 8 < 4 ? survivor : other, id, now: due })
        },
        () => acceptMerge(world, { signedIn: survivor, id, networkPrefix: '', userAgent: '', now: due }),
      ]
      const turned = [...runs.slice(round % runs.length), ...runs.slice(0, round % runs.length)]
      codesOf(await Promise.allSettled(turned.map((run) => run())))
      const lines = await queries.selectFrom('merges').select('merged_at').where('id', '=', id).execute()
      const statuses = await statusesOf(queries)
      expect(statuses).toEqual(lines.length === 0 ? ['active', 'active'] : ['active', 'merged'])
      expect(lines.map(({ merged_at }) => merged_at)).toEqual(lines.length === 0 ? [] : [due])
      outcomes.add(statuses.join())
      await checkWhole(queries)
      await separate(queries)
    }
    expect(outcomes.size).toBe(2)
    expect(await verifyAuditLogIntegrity(queries)).toMatchObject({ outcome: 'whole' })
  })

  test('P4 who signs in while their identity is merged is signed in to the one that goes on, or out', async () => {
    const app = await createTestApp({ database: kind })
    const { queries } = app.database
    const [survivor, other] = [await enter(app, alice), await enter(app, bob)]
    for (let round = 0; round < rounds; round++) {
      const id = await prepareOffer(queries, survivor, other)
      const attempt = { ...(await prepareAttempt(queries, 'sign-in', bob, null)), previousTokenHash: null }
      const entering = (): ReturnType<typeof signInWithWallet> => signInWithWallet(worldOf(queries), attempt)
      const first = round % 2 === 0 ? entering() : null
      const merging = acceptAs(queries, survivor, id)
      const [entered] = await Promise.all([first ?? entering(), merging])
      if (entered.outcome === 'refused') throw new Error(entered.reason)
      const { person_id, end_reason } = await queries
        .selectFrom('sessions')
        .select(['person_id', 'end_reason'])
        .where('id', '=', entered.session.row.id)
        .executeTakeFirstOrThrow()
      expect([person_id, end_reason]).toEqual(
        person_id === other.person.id ? [other.person.id, 'identity-merged'] : [survivor.person.id, null],
      )
      await checkWhole(queries)
      await queries
        .updateTable('sessions')
        .set({ ended_at: now, end_reason: 'revoked' })
        .where('id', '=', entered.session.row.id)
        .execute()
      await separate(queries)
      await queries.deleteFrom('sessions').where('id', '=', entered.session.row.id).execute()
    }
  })

  test('P1 P3 a wallet that is linked to or unlinked from who is merged either moves along or does not', async () => {
    const app = await createTestApp({ database: kind })
    const { queries } = app.database
    const [survivor, other] = [await enter(app, alice), await enter(app, bob)]
    const key = createTestKey(4)
    for (let round = 0; round < rounds; round++) {
      const id = await prepareOffer(queries, survivor, other)
      const link = { ...(await prepareAttempt(queries, 'link', key, other.person.id)), signedIn: other }
      const linking = () => linkWallet(worldOf(queries), link)
      const before = round % 3 === 0 ? await linking() : undefined
      const walletId = before?.outcome === 'linked' ? before.wallet.id : ''
      const meanwhile =
        before === undefined ? linking : () => unlinkWallet(worldOf(queries), { signedIn: other, id: walletId, now })
      const runs = [() => acceptAs(queries, survivor, id), meanwhile]
      if (round % 2 === 1) runs.reverse()
      const codes = codesOf(await Promise.allSettled<unknown>(runs.map((run) => run())))
      expect(['done,done', 'done,session.required']).toContain(codes.sort().join(','))
      await checkWhole(queries)
      // What the merge had moved is undone with it; the wallet itself is set free for the next round.
      await separate(queries)
      expect(
        await queries.selectFrom('wallets').select('person_id').where('id', '=', other.walletId).execute(),
      ).toEqual([{ person_id: other.person.id }])
      await queries
        .updateTable('wallets')
        .set({ unlinked_at: now, is_primary: 0 })
        .where('address', '=', key.address.toLowerCase())
        .execute()
    }
  })

  test('P4 an application that comes back while the merge is undone gets no name of the other', async () => {
    const app = await createOpenIdApp({ database: kind, environment: relaxedChallengeLimits })
    const application = await addTestApplication(app, { grantTypes: ['authorization_code', 'refresh_token'] })
    const { queries } = app.database
    const other = app.openBrowser()
    await other.signIn(bob)
    await obtainTokenFamily(app, other, application)
    const [{ subject } = { subject: '' }] = await queries.selectFrom('subjects').select('subject').execute()
    const browser = await openSteppedUpBrowser(app, alice)
    for (let round = 0; round < 20; round++) {
      const merged = await mergeInto(browser, bob)
      const [undone, ...visits] = await Promise.all([
        requestMergeUndo(browser, merged),
        ...Array.from({ length: 3 }, () => browser.send('GET', createAuthorizationUrl(application))),
      ])
      expect(undone.json()).toEqual({ signedOut: false })
      for (const visit of visits)
        expect(redirectLocationOf(visit)).toMatch(/^(https:\/\/app\.example\/callback\?code=|\/consent)/)
      const named = await queries
        .selectFrom('authorizations')
        .innerJoin('sessions', 'sessions.id', 'authorizations.session_id')
        .select('authorizations.subject')
        .where('ended_at', 'is', null)
        .execute()
      expect(named.map((authorization) => authorization.subject)).not.toContain(subject)
      // A name that who goes on was given meanwhile would decide the next round.
      await queries.deleteFrom('authorizations').execute()
      await queries.deleteFrom('subjects').where('subject', '!=', subject).execute()
    }
  })
})
