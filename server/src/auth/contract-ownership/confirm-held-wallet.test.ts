// Tests of confirming a wallet on hold, and of what the wallet cannot do before that.
import { describe, expect, test } from 'vitest'
import { verifyAuditLogIntegrity } from '../../audit-log/verify-audit-log.ts'
import { listGroupRuleWalletsOfPeople } from '../../groups/membership/list-group-rule-wallets-of-people.ts'
import { countSignInMethods } from '../../store/people/sign-in-method-removal-guard.ts'
import { unlinkWalletsWithExpiredHold } from '../linking/unlink-wallets-with-expired-hold.ts'
import { systemRandomBytes } from '../../platform/clock.ts'
import { sequenceAllAuditEntries } from '../../testing/inspect-test-database.ts'
import { openSteppedUpBrowser, ethereumTestKeys } from '../../testing/countersign-test-server.ts'
import { testOnBothDatabases } from '../../testing/database-fixtures.ts'
import {
  listWalletsForTests,
  mergeIdentitiesForTests,
  readBrowserPersonIdOrNone,
} from '../../testing/identity-merge-test-steps.ts'
import {
  createContractOwnershipFixture,
  findContractWalletId,
  sellContractWallet,
  stepUpAsAlice,
  readContractWalletHold,
  listAuditEventTypes,
} from '../../testing/contract-ownership-change-fixtures.ts'
import { readApiErrorCodeOrDone } from '../../testing/read-api-error-code-or-done.ts'

const { alice, carol } = ethereumTestKeys

describe('contract wallet ownership change', () => {
  test('S12: a wallet on hold cannot sign in, be primary or count for group rules', async () => {
    const context = await createContractOwnershipFixture()
    const { app, home, act } = context
    const id = await findContractWalletId(home)
    expect(readApiErrorCodeOrDone(await home.send('PATCH', `/api/wallets/${id}`, { primary: true }))).toBe('done')
    const person = await readBrowserPersonIdOrNone(home)
    sellContractWallet(context)
    await act(app.openBrowser(), 'sign-in', carol)
    const { queries } = app.database
    expect(await countSignInMethods(queries, person)).toBe(1)
    expect((await listGroupRuleWalletsOfPeople(queries, [person])).get(person)).toHaveLength(1)
    expect((await listWalletsForTests(home)).map(({ kind: which, primary }) => [which, primary])).toEqual([
      ['key', true],
      ['contract', false],
    ])
    expect(readApiErrorCodeOrDone(await home.send('PATCH', `/api/wallets/${id}`, { primary: true }))).toBe(
      'wallet.on_hold',
    )
    await stepUpAsAlice(context, home)
    const [key] = await listWalletsForTests(home)
    expect(readApiErrorCodeOrDone(await home.send('DELETE', `/api/wallets/${key?.id ?? ''}`))).toBe(
      'sign_in_method.last',
    )
  })

  test('S12: confirming the wallet requires a recent proof from the same browser', async () => {
    const context = await createContractOwnershipFixture()
    const { app, home, act } = context
    // Alice herself changed the owner of her vault: Carol is her other key.
    sellContractWallet(context)
    expect(readApiErrorCodeOrDone(await act(app.openBrowser(), 'sign-in', carol))).toBe('wallet.on_hold')
    const id = await findContractWalletId(home)
    const confirm = async () => readApiErrorCodeOrDone(await home.send('POST', `/api/wallets/${id}/confirm`))
    await stepUpAsAlice(context, home)
    // The proof came from another browser, so it does not confirm the wallet.
    expect(await confirm()).toBe('wallet.proof_required')
    expect(readApiErrorCodeOrDone(await act(home, 'step-up', carol))).toBe('wallet.on_hold')
    app.clock.now += 600_000
    await stepUpAsAlice(context, home)
    expect(await confirm()).toBe('wallet.proof_required')
    expect(readApiErrorCodeOrDone(await act(home, 'step-up', carol))).toBe('wallet.on_hold')
    expect(await confirm()).toBe('done')
    expect(await readContractWalletHold(home)).toBeNull()
    expect(await confirm()).toBe('done')
    expect(await listAuditEventTypes(app, 'wallet.hold_released')).toHaveLength(1)
    const browser = app.openBrowser()
    expect(readApiErrorCodeOrDone(await act(browser, 'sign-in', carol))).toBe('done')
    expect(await readBrowserPersonIdOrNone(browser)).toBe(await readBrowserPersonIdOrNone(home))
    expect(await verifyAuditLogIntegrity(app.database.queries)).toMatchObject({ outcome: 'whole' })
  })

  test('S12: confirming the wallet requires step-up', async () => {
    const context = await createContractOwnershipFixture()
    const { app, home, act } = context
    sellContractWallet(context)
    await act(home, 'step-up', carol)
    app.clock.now += 3_600_000
    expect(
      readApiErrorCodeOrDone(await home.send('POST', `/api/wallets/${await findContractWalletId(home)}/confirm`)),
    ).toBe('step_up.required')
  })

  test('S12: a link message signed by the wallet on hold confirms it as well', async () => {
    const context = await createContractOwnershipFixture()
    const { app, home, act } = context
    sellContractWallet(context)
    await act(app.openBrowser(), 'sign-in', carol)
    await stepUpAsAlice(context, home)
    const response = await act(home, 'link', carol)
    expect(response.json()).toMatchObject({ id: await findContractWalletId(home), hold: null })
    expect(readApiErrorCodeOrDone(await act(app.openBrowser(), 'sign-in', carol))).toBe('done')
  })

  test('S12: once the person unlinks the wallet, the buyer signs in as a new person', async () => {
    const context = await createContractOwnershipFixture()
    const { app, home, act } = context
    const person = await readBrowserPersonIdOrNone(home)
    sellContractWallet(context)
    const buyer = app.openBrowser()
    await act(buyer, 'sign-in', carol)
    await stepUpAsAlice(context, home)
    expect(readApiErrorCodeOrDone(await home.send('DELETE', `/api/wallets/${await findContractWalletId(home)}`))).toBe(
      'done',
    )
    expect(readApiErrorCodeOrDone(await act(buyer, 'sign-in', carol))).toBe('done')
    expect(await readBrowserPersonIdOrNone(buyer)).not.toBe(person)
    expect(await readContractWalletHold(buyer)).toBeNull()
  })

  testOnBothDatabases('S12: an unconfirmed wallet is unlinked when its hold expires, not earlier', async (kind) => {
    const context = await createContractOwnershipFixture(kind)
    const { app, home, act } = context
    sellContractWallet(context)
    const buyer = app.openBrowser()
    await act(buyer, 'sign-in', carol)
    const go = () =>
      unlinkWalletsWithExpiredHold(
        { queries: app.database.queries, random: systemRandomBytes, limits: app.limits },
        app.clock.now,
      )
    app.clock.now += 30 * 86_400_000 - 1
    expect(await go()).toBe(0)
    app.clock.now += 1
    expect(await go()).toBe(1)
    expect(await go()).toBe(0)
    await sequenceAllAuditEntries(app.database.queries)
    const lines = await app.database.queries
      .selectFrom('audit_events')
      .select('details')
      .where('type', '=', 'wallet.unlinked')
      .execute()
    expect(lines.map(({ details }) => JSON.parse(details) as unknown)).toMatchObject([{ reason: 'held' }])
    expect(readApiErrorCodeOrDone(await act(buyer, 'sign-in', carol))).toBe('done')
    expect(await readBrowserPersonIdOrNone(buyer)).not.toBe(await readBrowserPersonIdOrNone(home))
  })

  testOnBothDatabases(
    'S12: a hold survives a merge, and unlinking waits until the merge cannot be undone',
    async (kind) => {
      const context = await createContractOwnershipFixture(kind)
      const { app, act } = context
      sellContractWallet(context)
      await act(app.openBrowser(), 'sign-in', carol)
      const second = await openSteppedUpBrowser(app, carol)
      await mergeIdentitiesForTests(second, alice)
      expect(await readContractWalletHold(second)).not.toBeNull()
      expect(readApiErrorCodeOrDone(await act(app.openBrowser(), 'sign-in', carol))).toBe('wallet.on_hold')
      await app.database.queries
        .updateTable('identity_merges')
        .set({ undo_until: app.clock.now + 90 * 86_400_000 })
        .execute()
      app.clock.now += 31 * 86_400_000
      const go = () =>
        unlinkWalletsWithExpiredHold(
          { queries: app.database.queries, random: systemRandomBytes, limits: app.limits },
          app.clock.now,
        )
      expect(await go()).toBe(0)
      app.clock.now += 60 * 86_400_000
      expect(await go()).toBe(1)
    },
  )
})
