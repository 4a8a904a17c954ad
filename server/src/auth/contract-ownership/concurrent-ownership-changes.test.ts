// Ownership changes of a contract wallet that meet each other, or what else happens at the same time.
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

describe('a contract wallet that changes hands', () => {
  testOnBothDatabases(
    'S12 two buyers at once: one holding, two refusals; and a signature from before the sale does not slip through',
    async (kind) => {
      const context = await createContractOwnershipFixture(kind)
      const { app, chain, home, act } = context
      const browsers = [app.openBrowser(), app.openBrowser(), app.openBrowser()] as const
      // The contract is sold between the first reading, which still sees Bob as its owner, and the second.
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
      // No session of the wallet is left, whichever came first.
      for (const browser of browsers) expect(await readBrowserPersonIdOrNone(browser)).toBe('none')
    },
  )

  testOnBothDatabases(
    'S12 two signatures of the same hands at once are compared one after the other, and both go on',
    async (kind) => {
      const { app, chain, home, act } = await createContractOwnershipFixture(kind)
      chain.readings.length = 0
      // Both have read the chain before either goes on.
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
      // Whoever came second asked again, about the proof of the first.
      expect(chain.readings).toHaveLength(3)
      expect(await readContractWalletHold(home)).toBeNull()
    },
  )

  testOnBothDatabases('S12 while it is held, its person cannot be left without a way in', async (kind) => {
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
    // Either the key was gone first, and the contract is the only way in; or the wallet was held first, and the key stays.
    expect([
      ['wallet.on_hold', 'sign_in_method.last'],
      ['done', 'done'],
    ]).toContainEqual([readApiErrorCodeOrDone(held), readApiErrorCodeOrDone(unlinked)])
    expect(await countSignInMethods(app.database.queries, person)).toBe(1)
  })

  testOnBothDatabases('S12 confirming and unlinking at once end in one of the two', async (kind) => {
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
