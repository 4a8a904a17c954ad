// Tests of concurrent ownership changes of a contract wallet.
import { describe, expect } from 'vitest'
import { verifyAuditLogIntegrity } from '../../audit-log/verify-audit-log.ts'
import { countSignInMethods } from '../../store/people/sign-in-method-removal-guard.ts'
import { ethereumTestKeys } from '../../testing/countersign-test-server.ts'
import { testOnBothDatabases } from '../../testing/database-fixtures.ts'
import { listWalletsForTests, readBrowserPersonIdOrNone } from '../../testing/identity-merge-test-steps.ts'
import {
  createContractOwnershipFixture,
  sellContractWallet,
  listAuditEventTypes,
  readContractWalletHold,
  stepUpAsAlice,
  findContractWalletId,
} from '../../testing/contract-ownership-change-fixtures.ts'
import { readApiErrorCodeOrDone } from '../../testing/read-api-error-code-or-done.ts'

const { bob, carol } = ethereumTestKeys

describe('contract wallet ownership change', () => {
  testOnBothDatabases(
    'S12: seller and two buyers signing in at once cause one hold and leave no session',
    async (kind) => {
      const context = await createContractOwnershipFixture(kind)
      const { app, chain, home, act } = context
      const browsers = [app.openBrowser(), app.openBrowser(), app.openBrowser()] as const
      // The wallet is sold between the first chain read, which still sees Bob as the owner, and the
      // second.
      const firstReading = Promise.withResolvers<void>()
      let readings = 0
      chain.beforeReading = () => {
        readings += 1
        firstReading.resolve()
        if (readings === 2) sellContractWallet(context)
      }
      const sellerSignIn = act(browsers[0], 'sign-in', bob)
      await firstReading.promise
      const answers = await Promise.all([
        sellerSignIn,
        act(browsers[1], 'sign-in', carol),
        act(browsers[2], 'sign-in', carol),
      ])
      expect(answers.map(readApiErrorCodeOrDone).filter((code) => code === 'done').length).toBeLessThanOrEqual(1)
      expect(answers.slice(1).map(readApiErrorCodeOrDone)).toEqual(['wallet.on_hold', 'wallet.on_hold'])
      expect(await listAuditEventTypes(app, 'wallet.put_on_hold')).toHaveLength(1)
      expect(await readContractWalletHold(home)).not.toBeNull()
      for (const browser of browsers) expect(await readBrowserPersonIdOrNone(browser)).toBe('none')
    },
  )

  testOnBothDatabases(
    'S12: two concurrent sign-ins by the same owner succeed; the later one rereads the chain',
    async (kind) => {
      const { app, chain, home, act } = await createContractOwnershipFixture(kind)
      chain.readings.length = 0
      let waiting: (() => void)[] = []
      chain.beforeReading = async () => {
        if (chain.readings.length > 2) return
        await new Promise<void>((resolve) => {
          waiting.push(resolve)
          if (waiting.length === 2) for (const go of waiting) go()
        })
        waiting = []
      }
      const browsers = [app.openBrowser(), app.openBrowser()] as const
      const answers = await Promise.all(browsers.map((browser) => act(browser, 'sign-in', bob)))
      expect(answers.map(readApiErrorCodeOrDone)).toEqual(['done', 'done'])
      // The later request reads the chain again, because the first one stored a newer proof.
      expect(chain.readings).toHaveLength(3)
      expect(await readContractWalletHold(home)).toBeNull()
    },
  )

  testOnBothDatabases('S12: a concurrent hold and unlink leave the person with one sign-in method', async (kind) => {
    const context = await createContractOwnershipFixture(kind)
    const { app, home, act } = context
    const [key] = await listWalletsForTests(home)
    sellContractWallet(context)
    await stepUpAsAlice(context, home)
    const [held, unlinked] = await Promise.all([
      act(app.openBrowser(), 'sign-in', carol),
      home.send('DELETE', `/api/wallets/${key?.id ?? ''}`),
    ])
    const person = (
      await app.database.queries
        .selectFrom('wallets')
        .select('person_id')
        .where('kind', '=', 'contract')
        .executeTakeFirstOrThrow()
    ).person_id
    // Either order is fine, as long as one sign-in method is left.
    expect([
      ['wallet.on_hold', 'sign_in_method.last'],
      ['done', 'done'],
    ]).toContainEqual([readApiErrorCodeOrDone(held), readApiErrorCodeOrDone(unlinked)])
    expect(await countSignInMethods(app.database.queries, person)).toBe(1)
  })

  testOnBothDatabases('S12: a concurrent confirmation and unlink leave the wallet unlinked', async (kind) => {
    const context = await createContractOwnershipFixture(kind)
    const { app, home, act } = context
    sellContractWallet(context)
    await act(home, 'step-up', carol)
    await stepUpAsAlice(context, home)
    const id = await findContractWalletId(home)
    const answers = await Promise.all([
      home.send('POST', `/api/wallets/${id}/confirm`),
      home.send('DELETE', `/api/wallets/${id}`),
    ])
    expect(['done', 'wallet.not_found']).toContain(readApiErrorCodeOrDone(answers[0]))
    expect(readApiErrorCodeOrDone(answers[1])).toBe('done')
    expect(await listWalletsForTests(home)).toHaveLength(1)
    expect(await verifyAuditLogIntegrity(app.database.queries)).toMatchObject({ outcome: 'whole' })
  })
})
