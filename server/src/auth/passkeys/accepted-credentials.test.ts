// Tests of what a page may signal to password managers about a person's passkeys.
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import type { CompiledQuery, QueryResult } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { DatabaseKind } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { PostgresConnection } from '../../platform/database/postgres-driver.ts'
import { SqliteConnection } from '../../platform/database/sqlite-driver.ts'
import { createTestServer, ethereumTestKeys } from '../../testing/countersign-test-server.ts'
import type { TestBrowser } from '../../testing/countersign-test-server.ts'
import { testOnBothDatabases } from '../../testing/database-fixtures.ts'
import {
  createIdentityMergeOfferForTests,
  mergeIdentitiesForTests,
  requestIdentityMergeAcceptanceForTests,
  requestIdentityMergeUndoForTests,
} from '../../testing/identity-merge-test-steps.ts'
import { createTestServerWithSteppedUpBrowser } from '../../testing/passkey-management-fixtures.ts'
import {
  addTestPasskey,
  relaxedChallengeRateLimits,
  requestTestPasskeyCreationOptions,
  signInWithPasskey,
} from '../../testing/passkey-test-steps.ts'

const { alice, bob } = ethereumTestKeys

const readAccepted = async (browser: TestBrowser) =>
  (await browser.send('GET', '/api/passkeys')).json<ApiEndpointOutput<'listPasskeys'>>().acceptedCredentials

/** User handle and credential IDs of each account, sorted. */
const summarizeAccounts = async (browser: TestBrowser) =>
  Object.fromEntries(
    ((await readAccepted(browser))?.accounts ?? []).map(({ userHandle, credentialIds }) => [
      userHandle,
      credentialIds.toSorted(),
    ]),
  )

/** Runs the action once, before the next statement that reads passkeys. */
function runBeforeReadingPasskeys(kind: DatabaseKind, run: () => Promise<unknown>): void {
  const connection = kind === 'sqlite' ? SqliteConnection.prototype : PostgresConnection.prototype
  const execute = connection.executeQuery
  const restore = () => void (connection.executeQuery = execute)
  onTestFinished(restore)
  connection.executeQuery = async function <Row>(this: SqliteConnection & PostgresConnection, query: CompiledQuery) {
    if (query.sql.includes('from "passkeys"')) {
      restore()
      await run()
    }
    return execute.call(this, query) as Promise<QueryResult<Row>>
  }
}

describe('the accepted credentials of a person', () => {
  testOnBothDatabases('P19: are all passkeys that can sign in, and are empty without one', async (kind) => {
    const { browser } = await createTestServerWithSteppedUpBrowser(kind)
    const { userHandle, username } = await requestTestPasskeyCreationOptions(browser)
    expect(await readAccepted(browser)).toEqual({
      rpId: 'sign-in.example',
      username,
      accounts: [{ userHandle, credentialIds: [] }],
    })
    const [one, two] = [await addTestPasskey(browser), await addTestPasskey(browser)]
    const both = [one.passkey.credentialId, two.passkey.credentialId].toSorted()
    expect(await summarizeAccounts(browser)).toEqual({ [userHandle]: both })
    await browser.send('DELETE', `/api/passkeys/${one.id}`)
    expect(await summarizeAccounts(browser)).toEqual({ [userHandle]: [two.passkey.credentialId] })
    await browser.send('DELETE', `/api/passkeys/${two.id}`)
    expect(await summarizeAccounts(browser)).toEqual({ [userHandle]: [] })
  })

  test('carry the current display name as the user name', async () => {
    const { browser } = await createTestServerWithSteppedUpBrowser('sqlite')
    await browser.send('PATCH', '/api/person', { displayName: 'Alice' })
    expect(await readAccepted(browser)).toMatchObject({ username: 'Alice' })
  })

  testOnBothDatabases('P19: have one list per user handle after a merge, and return with its undo', async (kind) => {
    const app = await createTestServer({ database: kind, environment: relaxedChallengeRateLimits })
    const [theirs, ours] = [app.openBrowser(), app.openBrowser()]
    await theirs.signIn(bob)
    await theirs.stepUp(bob)
    await ours.signIn(alice)
    await ours.stepUp(alice)
    const { passkey: moved } = await addTestPasskey(theirs)
    const { passkey: own } = await addTestPasskey(ours)
    const handles = {
      theirs: (await requestTestPasskeyCreationOptions(theirs)).userHandle,
      ours: (await requestTestPasskeyCreationOptions(ours)).userHandle,
    }
    const merge = await mergeIdentitiesForTests(ours, bob)
    expect(await summarizeAccounts(ours)).toEqual({
      [handles.ours]: [own.credentialId],
      [handles.theirs]: [moved.credentialId],
    })
    expect((await requestIdentityMergeUndoForTests(ours, merge)).statusCode).toBe(200)
    expect(await summarizeAccounts(ours)).toEqual({ [handles.ours]: [own.credentialId] })
    await signInWithPasskey(theirs, moved)
    expect(await summarizeAccounts(theirs)).toEqual({ [handles.theirs]: [moved.credentialId] })
  })

  testOnBothDatabases('P19: are withheld if the person is merged into another while they are read', async (kind) => {
    const app = await createTestServer({ database: kind, environment: relaxedChallengeRateLimits })
    const [theirs, ours] = [app.openBrowser(), app.openBrowser()]
    await theirs.signIn(bob)
    await theirs.stepUp(bob)
    await ours.signIn(alice)
    await ours.stepUp(alice)
    await addTestPasskey(theirs)
    await ours.trustForOwnerOf(bob)
    const merge = await createIdentityMergeOfferForTests(ours, bob)
    let isMerged = false
    runBeforeReadingPasskeys(kind, async () => {
      isMerged = (await requestIdentityMergeAcceptanceForTests(ours, merge)).statusCode === 200
    })
    expect(await readAccepted(theirs)).toBeNull()
    expect(isMerged).toBe(true)
  })

  testOnBothDatabases('P19: are withheld in the hour after the database may have gone back', async (kind) => {
    const { app, browser } = await createTestServerWithSteppedUpBrowser(kind)
    await addTestPasskey(browser)
    await app.database.queries.updateTable('challenge_validity').set({ valid_after: app.clock.now }).execute()
    await app.pruneExpired()
    expect(await readAccepted(browser)).toBeNull()
    app.clock.now += 60 * 60_000 + 1
    expect(await readAccepted(browser)).not.toBeNull()
  })
})
