// Tests of passkeys that were removed here, but that a password manager still offers.
import { VirtualPasskey } from '@countersign/testing/virtual-passkey'
import type { VirtualPasskeyFaults } from '@countersign/testing/virtual-passkey'
import { describe, expect, test } from 'vitest'
import { ethereumTestKeys } from '../../testing/countersign-test-server.ts'
import type { TestServer } from '../../testing/countersign-test-server.ts'
import type { DatabaseKind } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { testOnBothDatabases } from '../../testing/database-fixtures.ts'
import { listAuditEntries } from '../../testing/inspect-test-database.ts'
import { createTestServerWithSteppedUpBrowser } from '../../testing/passkey-management-fixtures.ts'
import {
  addTestPasskey,
  signInWithPasskey,
  stepUpWithPasskey,
  summarizeApiResponse,
  tryToAddPasskey,
} from '../../testing/passkey-test-steps.ts'

const hour = 60 * 60_000

async function createWithRemovedPasskey(kind: DatabaseKind) {
  const { app, browser } = await createTestServerWithSteppedUpBrowser(kind)
  const { passkey, id } = await addTestPasskey(browser)
  expect(summarizeApiResponse(await browser.send('DELETE', `/api/passkeys/${id}`))).toBe('200')
  return { app, browser, passkey }
}

/** As after a restore: from now on, challenges issued earlier are refused. */
async function markDatabaseRolledBack(app: TestServer): Promise<void> {
  await app.database.queries.updateTable('challenge_validity').set({ valid_after: app.clock.now }).execute()
  await app.pruneExpired()
  app.clock.now += 1000
}

describe('a removed passkey', () => {
  testOnBothDatabases('P19: is reported as removed to its holder, at sign-in and at step-up', async (kind) => {
    const { app, browser, passkey } = await createWithRemovedPasskey(kind)
    await addTestPasskey(browser)
    expect(summarizeApiResponse(await signInWithPasskey(app.openBrowser(), passkey))).toBe('401 passkey.removed')
    expect(summarizeApiResponse(await stepUpWithPasskey(browser, passkey))).toBe('401 passkey.removed')
    expect(await listAuditEntries(app, 'sign_in.refused')).toEqual([
      'sign_in.refused refused {"reason":"removed passkey"}',
    ])
    expect(await listAuditEntries(app, 'step_up.refused')).toEqual([
      'step_up.refused refused {"reason":"removed passkey"}',
    ])
    expect(await listAuditEntries(app, 'passkey.counter_regressed')).toEqual([])
  })

  const wrong: [string, VirtualPasskeyFaults][] = [
    ['signed by another key', { key: new VirtualPasskey().privateKey }],
    ['with another user handle', { userHandle: Buffer.alloc(32, 7).toString('base64url') }],
    ['without a user handle', { userHandle: null }],
    ['for another relying party', { rpId: 'evil.example' }],
    ['from another origin', { origin: 'https://evil.example' }],
    ['without user verification', { userVerified: false }],
  ]
  test.each(wrong)('P8 P19: looks like any other refused passkey in a response %s', async (_how, errors) => {
    const { app, passkey } = await createWithRemovedPasskey('sqlite')
    expect(summarizeApiResponse(await signInWithPasskey(app.openBrowser(), passkey, errors))).toBe(
      '401 passkey.refused',
    )
  })

  test('P19: an unknown passkey is never reported as removed', async () => {
    const { app } = await createWithRemovedPasskey('sqlite')
    expect(summarizeApiResponse(await signInWithPasskey(app.openBrowser(), new VirtualPasskey()))).toBe(
      '401 passkey.refused',
    )
  })

  testOnBothDatabases('P19: is not reported as removed after it was added again', async (kind) => {
    const { app, browser, passkey } = await createWithRemovedPasskey(kind)
    expect(summarizeApiResponse(await tryToAddPasskey(browser, passkey))).toBe('200')
    expect(summarizeApiResponse(await signInWithPasskey(app.openBrowser(), passkey))).toBe('200')
  })

  testOnBothDatabases('P19: is not reported as removed in the hour after the database went back', async (kind) => {
    const { app, passkey } = await createWithRemovedPasskey(kind)
    await markDatabaseRolledBack(app)
    expect(summarizeApiResponse(await signInWithPasskey(app.openBrowser(), passkey))).toBe('401 passkey.refused')
    app.clock.now += hour
    expect(summarizeApiResponse(await signInWithPasskey(app.openBrowser(), passkey))).toBe('401 passkey.removed')
  })

  testOnBothDatabases('P19: looks unknown after its person was erased', async (kind) => {
    const { app, browser, passkey } = await createWithRemovedPasskey(kind)
    expect((await browser.send('DELETE', '/api/person')).statusCode).toBeLessThan(300)
    expect(summarizeApiResponse(await signInWithPasskey(app.openBrowser(), passkey))).toBe('401 passkey.refused')
  })

  test('P19: is reported as removed at the step-up of another person too', async () => {
    const { app, passkey } = await createWithRemovedPasskey('sqlite')
    const bob = app.openBrowser()
    await bob.signIn(ethereumTestKeys.bob)
    await bob.stepUp(ethereumTestKeys.bob)
    await addTestPasskey(bob)
    expect(summarizeApiResponse(await stepUpWithPasskey(bob, passkey))).toBe('401 passkey.removed')
  })
})
