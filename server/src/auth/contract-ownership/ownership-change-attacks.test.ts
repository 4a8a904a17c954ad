// A contract wallet that changes hands must not hand over the person: what a buyer tries, and what the person it was linked to can do (S12).
import type { EndpointOutput } from '@countersign/api/api-endpoints'
import { formatMessage } from '@countersign/message'
import type { Hex } from '@countersign/proof/chain-reader'
import { signEthereumMessage } from '@countersign/testing/test-keys'
import type { TestKey } from '@countersign/testing/test-keys'
import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, test } from 'vitest'
import { verifyAuditLogIntegrity } from '../../audit-log/verify-audit-log.ts'
import { listCurrentWallets } from '../../groups/membership/current-wallets.ts'
import { countSignInMethods } from '../../store/people/sign-in-methods.ts'
import { unlinkWalletsWithExpiredHold } from '../linking/unlink-wallets-with-expired-hold.ts'
import { systemRandomBytes } from '../../platform/clock.ts'
import { createFakeChain, createFakeChains, createOwnedContractWallet } from '../../testing/fake-chains.ts'
import type { FakeChain } from '../../testing/fake-chains.ts'
import { readAuditLog, sequenceAllEntries } from '../../testing/read-database-state.ts'
import { createTestApp, openSteppedUpBrowser, testKeys } from '../../testing/test-app.ts'
import type { TestApp, TestBrowser } from '../../testing/test-app.ts'
import type { DatabaseKind } from '../../platform/database/open-database.ts'
import { testOnBothDatabases } from '../../testing/test-databases.ts'
import { listWallets, mergeInto, readPersonIdOrNobody } from '../../testing/test-merges.ts'
import { addPasskey, relaxedChallengeLimits, signInWithPasskey } from '../../testing/test-passkeys.ts'
import { testContractAddress, relaxedSignInLimits } from '../../testing/test-session-rechecks.ts'

const { alice, bob, carol } = testKeys
const vault = testContractAddress(1)
const other = testContractAddress(2)

type Purpose = 'sign-in' | 'step-up' | 'link' | 'merge'
const paths = {
  'sign-in': '/api/sign-in',
  'step-up': '/api/step-up',
  link: '/api/wallets',
  merge: '/api/merges',
} as const

interface OwnershipFixture {
  app: TestApp
  chain: FakeChain
  /** Alice, at home: her key, and the contract wallet that she linked. */
  home: TestBrowser
  /** Signs as a contract, with the key of an owner. */
  act: (browser: TestBrowser, purpose: Purpose, owner: TestKey, address?: string) => Promise<LightMyRequestResponse>
}

/** Somebody with a key and a contract wallet, of which nobody but them has signed yet. */
async function open(kind: DatabaseKind = 'sqlite'): Promise<OwnershipFixture> {
  const chain = createFakeChain()
  chain.deploy(vault, createOwnedContractWallet(bob))
  const app = await createTestApp({
    database: kind,
    chains: createFakeChains(chain),
    environment: { ...relaxedSignInLimits, ...relaxedChallengeLimits },
  })
  const act: OwnershipFixture['act'] = async (browser, purpose, owner, address = vault) => {
    app.clock.now += 1000
    const { message: issued } = await browser.requestChallenge({ purpose })
    const message = formatMessage({ ...issued, address, chainId: '1' })
    return browser.send('POST', paths[purpose], { message, signature: signEthereumMessage(owner, message) })
  }
  const home = await openSteppedUpBrowser(app, alice)
  expect((await act(home, 'link', bob)).statusCode).toBe(200)
  return { app, chain, home, act }
}

/** The contract is Carol's from now on. */
const sell = ({ chain }: OwnershipFixture, address = vault): void =>
  chain.deploy(address, createOwnedContractWallet(carol))

const codeOf = (response: LightMyRequestResponse): string =>
  response.statusCode === 200 ? 'done' : response.json<{ code: string }>().code
const heldOf = async (browser: TestBrowser) =>
  (await listWallets(browser)).find(({ kind }) => kind === 'contract')?.held
const linesOf = async ({ database }: TestApp, prefix = 'wallet.'): Promise<string[]> =>
  (await readAuditLog(database.queries))
    .map((line) => line.split(' ')[0] ?? '')
    .filter((type) => type.startsWith(prefix))
const activityOf = async (browser: TestBrowser): Promise<string[]> =>
  (await browser.send('GET', '/api/activity')).json<EndpointOutput<'listActivity'>>().items.map(({ type }) => type)
const idOf = async (browser: TestBrowser): Promise<string> =>
  (await listWallets(browser)).find(({ kind }) => kind === 'contract')?.id ?? 'none'
const stepUp = async ({ app }: OwnershipFixture, browser: TestBrowser): Promise<void> => {
  app.clock.now += 1000
  expect((await browser.stepUp(alice)).statusCode).toBe(200)
}

describe('a contract wallet that changes hands', () => {
  test('S12 its buyer does not sign in as the person; the wallet is held, its sessions end, and the person is told', async () => {
    const context = await open()
    const { app, home, act } = context
    const mine = app.openBrowser()
    expect(codeOf(await act(mine, 'sign-in', bob))).toBe('done')
    sell(context)
    const buyer = app.openBrowser()
    const response = await act(buyer, 'sign-in', carol)
    expect(response.json()).toMatchObject({ code: 'wallet.held', status: 403, until: '2026-02-14T12:00:04.000Z' })
    expect(await readPersonIdOrNobody(buyer)).toBe('nobody')
    // What hung on the wallet has ended, and what did not goes on.
    expect(await readPersonIdOrNobody(mine)).toBe('nobody')
    expect(await heldOf(home)).toEqual({ since: '2026-01-15T12:00:04.000Z', until: '2026-02-14T12:00:04.000Z' })
    expect(await activityOf(home)).toContain('wallet.held')
    // Every door, again and again.
    expect(codeOf(await act(buyer, 'sign-in', carol))).toBe('wallet.held')
    expect(await linesOf(app)).toEqual(['wallet.linked', 'wallet.linked', 'wallet.held'])
    expect(await verifyAuditLogIntegrity(app.database.queries)).toMatchObject({ outcome: 'whole' })
  })

  test.each(['step-up', 'link', 'merge'] as const)(
    'S12 neither does a buyer who is somebody here get at the person by a %s',
    async (purpose) => {
      const context = await open()
      const { app, home, act } = context
      sell(context)
      const buyer = await openSteppedUpBrowser(app, carol)
      const before = await readPersonIdOrNobody(buyer)
      expect(codeOf(await act(buyer, purpose, carol))).toBe('wallet.held')
      expect(await readPersonIdOrNobody(buyer)).toBe(before)
      expect(await readPersonIdOrNobody(home)).not.toBe(before)
      expect(await heldOf(home)).not.toBeNull()
      expect(await listWallets(buyer)).toHaveLength(1)
      expect(codeOf(await act(buyer, 'sign-in', carol))).toBe('wallet.held')
    },
  )

  test('S12 a merge that was offered before is not carried out once the wallet is held', async () => {
    const context = await open()
    const { app, act } = context
    const second = await openSteppedUpBrowser(app, carol)
    const offered = await act(second, 'merge', bob)
    expect(codeOf(offered)).toBe('done')
    sell(context)
    expect(codeOf(await act(app.openBrowser(), 'sign-in', carol))).toBe('wallet.held')
    const { id } = offered.json<{ id: string }>()
    expect(codeOf(await second.send('POST', `/api/merges/${id}/accept`))).toBe('merge.impossible')
  })

  test('S12 other code and other owners are seen where the last proof still stands', async () => {
    const changes: ((context: OwnershipFixture) => void)[] = [
      ({ chain }) => chain.deploy(vault, createOwnedContractWallet(bob), { hash: `0x${'ab'.repeat(32)}` }),
      // One more owner: getOwners() answers otherwise.
      ({ chain }) =>
        chain.deploy(vault, (data: Hex) => (data === '0xa0e67e2b' ? '0x02' : createOwnedContractWallet(bob)(data))),
      // implementation(): a proxy that stands for something else.
      ({ chain }) =>
        chain.deploy(vault, (data: Hex) => (data === '0x5c60da1b' ? '0xbb' : createOwnedContractWallet(bob)(data))),
    ]
    for (const change of changes) {
      const context = await open()
      change(context)
      expect(codeOf(await context.act(context.app.openBrowser(), 'sign-in', bob))).toBe('wallet.held')
    }
  })

  test('S12 asked in one reading, and a wallet in the same hands signs in as ever', async () => {
    const { app, chain, home, act } = await open()
    chain.readings.length = 0
    const browser = app.openBrowser()
    expect(codeOf(await act(browser, 'sign-in', bob))).toBe('done')
    expect(chain.readings).toHaveLength(1)
    expect(await readPersonIdOrNobody(browser)).toBe(await readPersonIdOrNobody(home))
    expect(await heldOf(home)).toBeNull()
    // A key asks nobody.
    await app.openBrowser().signIn(alice)
    expect(chain.readings).toHaveLength(1)
  })

  test('S12 the contract is the identity where it is the only way in, and the activity says that it changed', async () => {
    const context = await open()
    const { app, chain, act } = context
    chain.deploy(other, createOwnedContractWallet(bob))
    const browser = app.openBrowser()
    expect(codeOf(await act(browser, 'sign-in', bob, other))).toBe('done')
    const person = await readPersonIdOrNobody(browser)
    sell(context, other)
    const after = app.openBrowser()
    expect(codeOf(await act(after, 'sign-in', carol, other))).toBe('done')
    expect(await readPersonIdOrNobody(after)).toBe(person)
    expect(await activityOf(after)).toContain('wallet.changed')
    // Compared with the new proof from now on.
    expect(codeOf(await act(app.openBrowser(), 'sign-in', carol, other))).toBe('done')
    expect(await linesOf(app, 'wallet.changed')).toHaveLength(1)
  })

  test('S12 a passkey is another way in', async () => {
    const context = await open()
    const { app, chain, act } = context
    chain.deploy(other, createOwnedContractWallet(bob))
    const browser = app.openBrowser()
    await act(browser, 'sign-in', bob, other)
    await act(browser, 'step-up', bob, other)
    const { passkey } = await addPasskey(browser)
    sell(context, other)
    expect(codeOf(await act(app.openBrowser(), 'sign-in', carol, other))).toBe('wallet.held')
    expect(await readPersonIdOrNobody(browser)).toBe('nobody')
    const back = app.openBrowser()
    expect((await signInWithPasskey(back, passkey)).statusCode).toBe(200)
    // It is no way in, and so the passkey is the last one.
    const [held] = await listWallets(back)
    expect(held).toMatchObject({ primary: false, held: { since: expect.any(String) as string } })
    expect(await countSignInMethods(app.database.queries, await readPersonIdOrNobody(back))).toBe(1)
  })

  test('S12 held, it is no way in, no primary wallet, and counts for no group', async () => {
    const context = await open()
    const { app, home, act } = context
    const id = await idOf(home)
    expect(codeOf(await home.send('PATCH', `/api/wallets/${id}`, { primary: true }))).toBe('done')
    const person = await readPersonIdOrNobody(home)
    sell(context)
    await act(app.openBrowser(), 'sign-in', carol)
    const { queries } = app.database
    expect(await countSignInMethods(queries, person)).toBe(1)
    expect((await listCurrentWallets(queries, [person])).get(person)).toHaveLength(1)
    expect((await listWallets(home)).map(({ kind: which, primary }) => [which, primary])).toEqual([
      ['key', true],
      ['contract', false],
    ])
    expect(codeOf(await home.send('PATCH', `/api/wallets/${id}`, { primary: true }))).toBe('wallet.held')
    // The key is the last way in.
    await stepUp(context, home)
    const [key] = await listWallets(home)
    expect(codeOf(await home.send('DELETE', `/api/wallets/${key?.id ?? ''}`))).toBe('way_in.last')
  })

  test('S12 its person confirms it by what it signed in this browser, and by nothing else', async () => {
    const context = await open()
    const { app, home, act } = context
    // Alice changed the owner of her vault herself: Carol is her other key.
    sell(context)
    expect(codeOf(await act(app.openBrowser(), 'sign-in', carol))).toBe('wallet.held')
    const id = await idOf(home)
    const confirm = async () => codeOf(await home.send('POST', `/api/wallets/${id}/confirm`))
    await stepUp(context, home)
    // What it signed elsewhere counts for nobody here.
    expect(await confirm()).toBe('wallet.proof_needed')
    expect(codeOf(await act(home, 'step-up', carol))).toBe('wallet.held')
    app.clock.now += 600_000
    await stepUp(context, home)
    expect(await confirm()).toBe('wallet.proof_needed')
    expect(codeOf(await act(home, 'step-up', carol))).toBe('wallet.held')
    expect(await confirm()).toBe('done')
    expect(await heldOf(home)).toBeNull()
    expect(await confirm()).toBe('done')
    expect(await linesOf(app, 'wallet.confirmed')).toHaveLength(1)
    const browser = app.openBrowser()
    expect(codeOf(await act(browser, 'sign-in', carol))).toBe('done')
    expect(await readPersonIdOrNobody(browser)).toBe(await readPersonIdOrNobody(home))
    expect(await verifyAuditLogIntegrity(app.database.queries)).toMatchObject({ outcome: 'whole' })
  })

  test('S12 confirming wants a fresh proof of another way in', async () => {
    const context = await open()
    const { app, home, act } = context
    sell(context)
    await act(home, 'step-up', carol)
    app.clock.now += 3_600_000
    expect(codeOf(await home.send('POST', `/api/wallets/${await idOf(home)}/confirm`))).toBe('step_up.required')
  })

  test('S12 a message for linking that the held wallet signed confirms it too', async () => {
    const context = await open()
    const { app, home, act } = context
    sell(context)
    await act(app.openBrowser(), 'sign-in', carol)
    await stepUp(context, home)
    const response = await act(home, 'link', carol)
    expect(response.json()).toMatchObject({ id: await idOf(home), held: null })
    expect(codeOf(await act(app.openBrowser(), 'sign-in', carol))).toBe('done')
  })

  test('S12 unlinked, the wallet is whose it is: the buyer begins as somebody else', async () => {
    const context = await open()
    const { app, home, act } = context
    const person = await readPersonIdOrNobody(home)
    sell(context)
    const buyer = app.openBrowser()
    await act(buyer, 'sign-in', carol)
    await stepUp(context, home)
    expect(codeOf(await home.send('DELETE', `/api/wallets/${await idOf(home)}`))).toBe('done')
    expect(codeOf(await act(buyer, 'sign-in', carol))).toBe('done')
    expect(await readPersonIdOrNobody(buyer)).not.toBe(person)
    expect(await heldOf(buyer)).toBeNull()
  })

  testOnBothDatabases('S12 nobody confirms it: it is unlinked when its time is over, and not before', async (kind) => {
    const context = await open(kind)
    const { app, home, act } = context
    sell(context)
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
    await sequenceAllEntries(app.database.queries)
    const lines = await app.database.queries
      .selectFrom('events')
      .select('details')
      .where('type', '=', 'wallet.unlinked')
      .execute()
    expect(lines.map(({ details }) => JSON.parse(details) as unknown)).toMatchObject([{ reason: 'held' }])
    expect(codeOf(await act(buyer, 'sign-in', carol))).toBe('done')
    expect(await readPersonIdOrNobody(buyer)).not.toBe(await readPersonIdOrNobody(home))
  })

  testOnBothDatabases(
    'S12 a held wallet moves with a merge, stays held, and waits until it can no longer be undone',
    async (kind) => {
      const context = await open(kind)
      const { app, act } = context
      sell(context)
      await act(app.openBrowser(), 'sign-in', carol)
      const second = await openSteppedUpBrowser(app, carol)
      await mergeInto(second, alice)
      expect(await heldOf(second)).not.toBeNull()
      expect(codeOf(await act(app.openBrowser(), 'sign-in', carol))).toBe('wallet.held')
      await app.database.queries
        .updateTable('merges')
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

  test('S12 browsers that the wallet made known are new again', async () => {
    const context = await open()
    const { app, home, act } = context
    const mine = app.openBrowser()
    await act(mine, 'sign-in', bob)
    const { items } = (await home.send('GET', '/api/browsers/new')).json<EndpointOutput<'listNewBrowsers'>>()
    expect((await home.send('POST', `/api/browsers/${items[0]?.id}/recognise`)).statusCode).toBe(204)
    expect(codeOf(await act(mine, 'step-up', bob))).toBe('done')
    const known = async () =>
      (await app.database.queries.selectFrom('browsers').select('id').where('known_at', 'is not', null).execute())
        .length
    expect(await known()).toBe(2)
    sell(context)
    await act(app.openBrowser(), 'sign-in', carol)
    expect(await known()).toBe(1)
  })

  test('S12 a session whose proof the contract refuses ends, and the wallet is held', async () => {
    const context = await open()
    const { app, home, act } = context
    const mine = app.openBrowser()
    await act(mine, 'sign-in', bob)
    sell(context)
    app.clock.now += 300_000
    await app.recheckSessions()
    expect(await readPersonIdOrNobody(mine)).toBe('nobody')
    expect(await heldOf(home)).not.toBeNull()
    expect(await linesOf(app, 'wallet.held')).toHaveLength(1)
  })

  test('S12 a session of a contract that is the only way in ends, and the wallet is not held', async () => {
    const context = await open()
    const { app, chain, act } = context
    chain.deploy(other, createOwnedContractWallet(bob))
    const mine = app.openBrowser()
    await act(mine, 'sign-in', bob, other)
    sell(context, other)
    app.clock.now += 300_000
    await app.recheckSessions()
    expect(await readPersonIdOrNobody(mine)).toBe('nobody')
    expect(await linesOf(app, 'wallet.held')).toHaveLength(0)
  })

  testOnBothDatabases(
    'S12 two buyers at once: one holding, two refusals; and a signature from before the sale does not slip through',
    async (kind) => {
      const context = await open(kind)
      const { app, chain, home, act } = context
      const browsers = [app.openBrowser(), app.openBrowser(), app.openBrowser()] as const
      // The contract is sold between the first reading, which still sees Bob as its owner, and the second.
      const firstReading = Promise.withResolvers<void>()
      let readings = 0
      chain.beforeReading = () => {
        readings += 1
        firstReading.resolve()
        if (readings === 2) sell(context)
      }
      const sellerSignIn = act(browsers[0], 'sign-in', bob)
      await firstReading.promise
      const answers = await Promise.all([
        sellerSignIn,
        act(browsers[1], 'sign-in', carol),
        act(browsers[2], 'sign-in', carol),
      ])
      expect(answers.map(codeOf).filter((code) => code === 'done').length).toBeLessThanOrEqual(1)
      expect(answers.slice(1).map(codeOf)).toEqual(['wallet.held', 'wallet.held'])
      expect(await linesOf(app, 'wallet.held')).toHaveLength(1)
      expect(await heldOf(home)).not.toBeNull()
      // No session of the wallet is left, whichever came first.
      for (const browser of browsers) expect(await readPersonIdOrNobody(browser)).toBe('nobody')
    },
  )

  testOnBothDatabases(
    'S12 two signatures of the same hands at once are compared one after the other, and both go on',
    async (kind) => {
      const { app, chain, home, act } = await open(kind)
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
      expect(answers.map(codeOf)).toEqual(['done', 'done'])
      // Whoever came second asked again, about the proof of the first.
      expect(chain.readings).toHaveLength(3)
      expect(await heldOf(home)).toBeNull()
    },
  )

  testOnBothDatabases('S12 while it is held, its person cannot be left without a way in', async (kind) => {
    const context = await open(kind)
    const { app, home, act } = context
    const [key] = await listWallets(home)
    sell(context)
    await stepUp(context, home)
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
      ['wallet.held', 'way_in.last'],
      ['done', 'done'],
    ]).toContainEqual([codeOf(held), codeOf(unlinked)])
    expect(await countSignInMethods(app.database.queries, person)).toBe(1)
  })

  testOnBothDatabases('S12 confirming and unlinking at once end in one of the two', async (kind) => {
    const context = await open(kind)
    const { app, home, act } = context
    sell(context)
    await act(home, 'step-up', carol)
    await stepUp(context, home)
    const id = await idOf(home)
    const answers = await Promise.all([
      home.send('POST', `/api/wallets/${id}/confirm`),
      home.send('DELETE', `/api/wallets/${id}`),
    ])
    expect(['done', 'wallet.not_found']).toContain(codeOf(answers[0]))
    expect(codeOf(answers[1])).toBe('done')
    expect(await listWallets(home)).toHaveLength(1)
    expect(await verifyAuditLogIntegrity(app.database.queries)).toMatchObject({ outcome: 'whole' })
  })
})
