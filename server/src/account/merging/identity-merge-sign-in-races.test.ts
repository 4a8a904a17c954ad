// Tests merges that run concurrently with sign-ins, wallet links and application requests.
import { formatSignInMessage } from '@countersign/message'
import { createEthereumTestKey, signEthereumMessage } from '@countersign/testing/ethereum-test-keys'
import type { EthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { describe, expect, test } from 'vitest'
import { issueAuthenticationChallenge } from '../../auth/challenges/issue-authentication-challenge.ts'
import { linkWallet } from '../../auth/linking/link-wallet.ts'
import { unlinkWallet } from '../../auth/linking/unlink-wallet.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { processWalletSignInAttempt } from '../../auth/sign-in/process-wallet-sign-in-attempt.ts'
import {
  createTestServer,
  openSteppedUpBrowser,
  ethereumTestKeys,
  testClockStartTime,
} from '../../testing/countersign-test-server.ts'
import { testRateLimitCaller } from '../../testing/rate-limit-fixtures.ts'
import { databaseKinds } from '../../testing/database-fixtures.ts'
import { mergeIdentitiesForTests, requestIdentityMergeUndoForTests } from '../../testing/identity-merge-test-steps.ts'
import {
  addTestClientApplication,
  createAuthorizationUrl,
  createOidcTestServer,
  getRedirectLocation,
} from '../../testing/oidc-application-test-steps.ts'
import { relaxedChallengeRateLimits } from '../../testing/passkey-test-steps.ts'
import { obtainTokenFamilyBySignIn } from '../../testing/oauth-token-test-steps.ts'
import {
  createIdentityMergeContext,
  signInForMerge,
  prepareAgreedIdentityMergeOffer,
  acceptIdentityMergeAs,
  expectConsistentMergedDatabase,
  undoAllIdentityMergesForTests,
  listApiErrorCodesOrDone,
} from '../../testing/identity-merge-race-test-steps.ts'

const { alice, bob } = ethereumTestKeys
const now = testClockStartTime
const rounds = 40

async function prepareAttempt<Purpose extends 'sign-in' | 'link'>(
  queries: DatabaseQueryBuilder,
  purpose: Purpose,
  key: EthereumTestKey,
  personId: string | null,
) {
  const { message: issued } = await issueAuthenticationChallenge(createIdentityMergeContext(queries), {
    walletKind: 'key',
    isCrossDevice: false,
    purpose,
    personId,
    browserHash: 'hash',
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
    browserHash: 'hash',
    caller: testRateLimitCaller,
    networkPrefix: '192.0.2.0/24',
    userAgent: 'Race',
    now,
  }
}

describe.each(databaseKinds)('merges concurrent with other requests on %s', { timeout: 120_000 }, (kind) => {
  test('P4: a sign-in of the merged identity gets a session of the survivor, or its session is ended', async () => {
    const app = await createTestServer({ database: kind })
    const { queries } = app.database
    const [survivor, other] = [await signInForMerge(app, alice), await signInForMerge(app, bob)]
    for (let round = 0; round < rounds; round++) {
      const id = await prepareAgreedIdentityMergeOffer(queries, survivor, other)
      const attempt = { ...(await prepareAttempt(queries, 'sign-in', bob, null)), previousTokenHash: null }
      const entering = (): ReturnType<typeof processWalletSignInAttempt> =>
        processWalletSignInAttempt(createIdentityMergeContext(queries), attempt)
      const first = round % 2 === 0 ? entering() : null
      const merging = acceptIdentityMergeAs(queries, survivor, id)
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
      await expectConsistentMergedDatabase(queries)
      await queries
        .updateTable('sessions')
        .set({ ended_at: now, end_reason: 'revoked' })
        .where('id', '=', entered.session.row.id)
        .execute()
      await undoAllIdentityMergesForTests(queries)
      await queries.deleteFrom('sessions').where('id', '=', entered.session.row.id).execute()
    }
  })

  test('P1 P3: linking or unlinking a wallet of the merged identity keeps the data consistent', async () => {
    const app = await createTestServer({ database: kind })
    const { queries } = app.database
    const [survivor, other] = [await signInForMerge(app, alice), await signInForMerge(app, bob)]
    const key = createEthereumTestKey(4)
    for (let round = 0; round < rounds; round++) {
      const id = await prepareAgreedIdentityMergeOffer(queries, survivor, other)
      const link = { ...(await prepareAttempt(queries, 'link', key, other.person.id)), signedIn: other }
      const linking = () => linkWallet(createIdentityMergeContext(queries), link)
      const before = round % 3 === 0 ? await linking() : undefined
      const walletId = before?.outcome === 'linked' ? before.wallet.id : ''
      const meanwhile =
        before === undefined
          ? linking
          : () => unlinkWallet(createIdentityMergeContext(queries), { signedIn: other, id: walletId, now })
      const runs = [() => acceptIdentityMergeAs(queries, survivor, id), meanwhile]
      if (round % 2 === 1) runs.reverse()
      const codes = listApiErrorCodesOrDone(await Promise.allSettled<unknown>(runs.map((run) => run())))
      expect(['done,done', 'done,session.required']).toContain(codes.sort().join(','))
      await expectConsistentMergedDatabase(queries)
      // Frees the wallet for the next round.
      await undoAllIdentityMergesForTests(queries)
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

  test('P4: an application that requests sign-in during the undo never gets the other subject', async () => {
    const app = await createOidcTestServer({ database: kind, environment: relaxedChallengeRateLimits })
    const application = await addTestClientApplication(app, { grantTypes: ['authorization_code', 'refresh_token'] })
    const { queries } = app.database
    const other = app.openBrowser()
    await other.signIn(bob)
    await obtainTokenFamilyBySignIn(app, other, application)
    const [{ subject } = { subject: '' }] = await queries.selectFrom('subjects').select('subject').execute()
    const browser = await openSteppedUpBrowser(app, alice)
    for (let round = 0; round < 20; round++) {
      const merged = await mergeIdentitiesForTests(browser, bob)
      const [undone, ...visits] = await Promise.all([
        requestIdentityMergeUndoForTests(browser, merged),
        ...Array.from({ length: 3 }, () => browser.send('GET', createAuthorizationUrl(application))),
      ])
      expect(undone.json()).toEqual({ signedOut: false })
      for (const visit of visits)
        expect(getRedirectLocation(visit)).toMatch(/^(https:\/\/app\.example\/callback\?code=|\/consent)/)
      const named = await queries
        .selectFrom('authorizations')
        .innerJoin('sessions', 'sessions.id', 'authorizations.session_id')
        .select('authorizations.subject')
        .where('ended_at', 'is', null)
        .execute()
      expect(named.map((authorization) => authorization.subject)).not.toContain(subject)
      // A subject assigned by a concurrent request would affect the next round.
      await queries.deleteFrom('authorizations').execute()
      await queries.deleteFrom('subjects').where('subject', '!=', subject).execute()
    }
  })
})
