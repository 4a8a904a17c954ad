// Tests the first sign-in with a key whose contracts (EIP-7702) signed in before.
import { describe, expect, test } from 'vitest'
import { executeOrEndDueIdentityMerges } from '../../account/merging/execute-or-end-due-identity-merges.ts'
import { verifyAuditLogIntegrity } from '../../audit-log/verify-audit-log.ts'
import { systemRandomBytes } from '../../platform/clock.ts'
import { findEmailAddressOfPerson, setVerifiedEmailAddress } from '../../store/email/email-store.ts'
import { findConsentGrant, saveConsentGrant } from '../../store/grants/consent-grant-store.ts'
import { ethereumTestKeys } from '../../testing/countersign-test-server.ts'
import { testOnBothDatabases } from '../../testing/database-fixtures.ts'
import {
  createIdentityMergeOfferForTests,
  listPendingIdentityMergesForTests,
  listWalletsForTests,
  readBrowserPersonIdOrNone,
  requestIdentityMergeAcceptanceForTests,
} from '../../testing/identity-merge-test-steps.ts'
import { addTestClientApplication } from '../../testing/oidc-application-test-steps.ts'
import { readApiErrorCodeOrDone } from '../../testing/read-api-error-code-or-done.ts'
import { unlinkWalletsWithExpiredHold } from '../linking/unlink-wallets-with-expired-hold.ts'
import {
  createBackgroundJobContext,
  createDelegateServer,
  listPeopleOfCarol,
  readSignedInPersonId,
} from '../../testing/delegated-key-fixtures.ts'

const { alice, bob, carol } = ethereumTestKeys

describe('a key whose delegate signed in before', () => {
  testOnBothDatabases(
    'S7: is the same person, and the delegate is on hold until the person confirms it',
    async (kind) => {
      const { app, act, tryTo } = await createDelegateServer(kind)
      const early = app.openBrowser()
      const person = readSignedInPersonId(await act(early, 'sign-in', bob))
      const home = app.openBrowser()
      expect(readSignedInPersonId(await act(home, 'sign-in', carol))).toBe(person)
      expect(await listPeopleOfCarol(app)).toEqual([person])
      // Everyone that the contract accepted before loses access.
      expect(await readBrowserPersonIdOrNone(early)).toBe('none')
      expect(await tryTo(early, 'sign-in', bob)).toBe('wallet.on_hold')
      const shown = await listWalletsForTests(home)
      expect(shown.map(({ kind: which, primary, hold }) => [which, primary, hold !== null])).toEqual([
        ['contract', false, true],
        ['key', true, false],
      ])
      expect(await tryTo(home, 'sign-in', bob)).toBe('wallet.on_hold')
      expect(await tryTo(home, 'step-up', carol)).toBe('done')
      expect(readApiErrorCodeOrDone(await home.send('POST', `/api/wallets/${shown[0]?.id}/confirm`))).toBe('done')
      expect(readSignedInPersonId(await act(early, 'sign-in', bob))).toBe(person)
      expect(await verifyAuditLogIntegrity(app.database.queries)).toMatchObject({ outcome: 'whole' })
    },
  )

  testOnBothDatabases(
    'S7: becomes a new person if the delegate’s person has another method, who loses the address',
    async (kind) => {
      const { app, act, tryTo } = await createDelegateServer(kind)
      const stranger = app.openBrowser()
      const person = readSignedInPersonId(await act(stranger, 'sign-in', bob))
      expect(await tryTo(stranger, 'step-up', bob)).toBe('done')
      const linked = await stranger.send('POST', '/api/wallets', await stranger.signChallengeFor('link', alice))
      expect(readApiErrorCodeOrDone(linked)).toBe('done')
      await stranger.stepUp(alice)
      const home = app.openBrowser()
      const owner = readSignedInPersonId(await act(home, 'sign-in', carol))
      expect(owner).not.toBe(person)
      expect(await tryTo(stranger, 'sign-in', bob)).toBe('wallet.on_hold')

      // The hold cannot be ended by the other person, with or without a new signature.
      const [held] = (await listWalletsForTests(stranger)).filter(({ kind: which }) => which === 'contract')
      expect(held?.hold).not.toBeNull()
      app.clock.now += 1000
      await stranger.stepUp(alice)
      const confirmed = await stranger.send('POST', `/api/wallets/${held?.id}/confirm`)
      expect(readApiErrorCodeOrDone(confirmed)).toBe('wallet.address_in_use')
      expect(await tryTo(stranger, 'link', bob)).toBe('wallet.address_in_use')
      app.clock.now += app.limits.walletHoldSeconds * 1000 + 1
      await unlinkWalletsWithExpiredHold(createBackgroundJobContext(app), app.clock.now)
      expect(await listPeopleOfCarol(app)).toEqual([owner])
      expect(readSignedInPersonId(await act(app.openBrowser(), 'sign-in', carol))).toBe(owner)
      expect(await verifyAuditLogIntegrity(app.database.queries)).toMatchObject({ outcome: 'whole' })
    },
  )

  testOnBothDatabases('S7: ends merges that a stranger prepared, in either direction', async (kind) => {
    for (const direction of ['into the person of the key', 'into the stranger']) {
      const { app, act, tryTo } = await createDelegateServer(kind)
      const [stranger, other] = [app.openBrowser(), app.openBrowser()]
      const person = readSignedInPersonId(await act(stranger, 'sign-in', bob))
      await tryTo(stranger, 'step-up', bob)
      await other.signIn(alice)
      await other.stepUp(alice)
      const isIntoPerson = direction === 'into the person of the key'
      const from = isIntoPerson ? stranger : other
      const offer = isIntoPerson
        ? await createIdentityMergeOfferForTests(stranger, alice)
        : (await act(other, 'merge', bob)).json<{ id: string }>()
      expect(readApiErrorCodeOrDone(await requestIdentityMergeAcceptanceForTests(from, offer))).toBe('done')
      expect(await listPendingIdentityMergesForTests(from), direction).toHaveLength(1)
      const home = app.openBrowser()
      expect(readSignedInPersonId(await act(home, 'sign-in', carol))).toBe(person)
      app.clock.now += app.limits.mergeWaitSeconds * 1000 + 1
      expect(await executeOrEndDueIdentityMerges(createBackgroundJobContext(app), app.clock.now)).toBe(0)
      expect((await listWalletsForTests(home)).map(({ address }) => address)).toEqual([carol.address, carol.address])
      expect(await verifyAuditLogIntegrity(app.database.queries)).toMatchObject({ outcome: 'whole' })
    }
  })

  testOnBothDatabases('S7: keeps no email address and no consent that a stranger may have added', async (kind) => {
    const { app, act } = await createDelegateServer(kind)
    const { queries } = app.database
    const { id: applicationId } = await addTestClientApplication(app)
    const personId = readSignedInPersonId(await act(app.openBrowser(), 'sign-in', bob))
    await queries.transaction().execute(async (transaction) => {
      const now = app.clock.now
      await setVerifiedEmailAddress(transaction, { person_id: personId, address: 'bob@example.com', verified_at: now })
      await saveConsentGrant(transaction, systemRandomBytes, {
        personId,
        applicationId,
        allowance: { scopes: ['openid'], withheld: [], resources: [] },
        wallet: null,
        now,
      })
    })
    expect(readSignedInPersonId(await act(app.openBrowser(), 'sign-in', carol))).toBe(personId)
    expect(await findEmailAddressOfPerson(queries, personId)).toBeUndefined()
    expect(await findConsentGrant(queries, personId, applicationId)).toBeUndefined()
  })

  test('does not reactivate a suspended person', async () => {
    const { app, tryTo } = await createDelegateServer()
    await tryTo(app.openBrowser(), 'sign-in', bob)
    await app.database.queries.updateTable('people').set({ status: 'suspended' }).execute()
    expect(await tryTo(app.openBrowser(), 'sign-in', carol)).toBe('person.suspended')
    expect(await app.database.queries.selectFrom('wallets').select('kind').execute()).toEqual([{ kind: 'contract' }])
  })

  test('P1: cannot be linked by another person', async () => {
    const { app, tryTo } = await createDelegateServer()
    expect(await tryTo(app.openBrowser(), 'sign-in', bob)).toBe('done')
    const stranger = app.openBrowser()
    await stranger.signIn(alice)
    await stranger.stepUp(alice)
    expect(await tryTo(stranger, 'link', carol)).toBe('wallet.address_in_use')
  })

  testOnBothDatabases('P1: concurrent first sign-ins of both make one person', async (kind) => {
    const { app, tryTo } = await createDelegateServer(kind)
    const outcomes = await Promise.all([
      tryTo(app.openBrowser(), 'sign-in', carol),
      tryTo(app.openBrowser(), 'sign-in', bob),
      tryTo(app.openBrowser(), 'sign-in', carol),
      tryTo(app.openBrowser(), 'sign-in', bob, '10'),
    ])
    expect(outcomes).toContain('done')
    expect(await listPeopleOfCarol(app)).toHaveLength(1)
  })
})
