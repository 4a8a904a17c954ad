// Contract wallets that change hands: who signs in with one then is not the person, where the person has another way in (THREATS S12).
import type { EndpointOutput } from '@countersign/api/api-endpoints'
import { formatMessage } from '@countersign/message'
import { wrapErc6492Signature } from '@countersign/testing/chain/erc1271'
import { signEthereumMessage } from '@countersign/testing/test-keys'
import type { TestKey } from '@countersign/testing/test-keys'
import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, test } from 'vitest'
import type { DatabaseKind } from '../../platform/database/open-database.ts'
import { createFakeChain, createFakeChains, createOwnedContractWallet } from '../../testing/fake-chains.ts'
import type { FakeChain, FakeContract } from '../../testing/fake-chains.ts'
import { createTestApp, openSteppedUpBrowser, testKeys } from '../../testing/test-app.ts'
import type { TestApp, TestBrowser } from '../../testing/test-app.ts'
import { testOnBothDatabases } from '../../testing/test-databases.ts'
import { addTestApplication, completeAuthorization, createOpenIdApp } from '../../testing/test-openid.ts'
import { acceptMerge, readAnswerOrCode, listWallets, readPersonIdOrNobody } from '../../testing/test-merges.ts'
import { addPasskey, relaxedChallengeLimits, signInWithPasskey } from '../../testing/test-passkeys.ts'
import { testContractAddress, relaxedSignInLimits } from '../../testing/test-session-rechecks.ts'
import { sequenceAllEntries } from '../../testing/read-database-state.ts'

const { alice, bob, carol } = testKeys
const safe = testContractAddress(1)
const factory = testContractAddress(9) as `0x${string}`

const createApp = (kind: DatabaseKind, ...chains: FakeChain[]): Promise<TestApp> =>
  createTestApp({
    database: kind,
    chains: createFakeChains(...chains),
    environment: { ...relaxedChallengeLimits, ...relaxedSignInLimits },
  })

const inBrief = (response: LightMyRequestResponse): string =>
  response.statusCode === 200 ? 'done' : response.json<{ code: string }>().code

/** A chain on which the contract is a key's. */
function chainOf(owner: TestKey): FakeChain {
  const chain = createFakeChain({ factories: [factory] })
  chain.deploy(safe, createOwnedContractWallet(owner))
  return chain
}

const signInAs = async (browser: TestBrowser, owner: TestKey): Promise<LightMyRequestResponse> =>
  browser.send('POST', '/api/sign-in', await browser.signChallenge(owner, { address: safe, chainId: '1' }))

/** What a key signs in the name of the contract, for another purpose. */
async function signAsSafe(browser: TestBrowser, purpose: 'step-up' | 'link' | 'merge', owner: TestKey) {
  const { message: issued } = await browser.requestChallenge({ purpose })
  const message = formatMessage({ ...issued, address: safe, chainId: '1' })
  return { message, signature: signEthereumMessage(owner, message) }
}

const linkAs = async (browser: TestBrowser, owner: TestKey): Promise<LightMyRequestResponse> =>
  browser.send('POST', '/api/wallets', await signAsSafe(browser, 'link', owner))

/** Somebody with a key and a contract of their own, in a browser that is known to be theirs. */
async function openWithSafe(app: TestApp, key: TestKey = alice): Promise<TestBrowser> {
  const browser = await openSteppedUpBrowser(app, key)
  expect(inBrief(await linkAs(browser, key))).toBe('done')
  app.clock.now += 1000
  return browser
}

const safeOf = async (browser: TestBrowser): Promise<EndpointOutput<'listWallets'>['items'][number]> => {
  const found = (await listWallets(browser)).find(({ kind }) => kind === 'contract')
  if (found === undefined) throw new Error('no contract')
  return found
}

async function linesAbout({ database }: TestApp): Promise<string[]> {
  await sequenceAllEntries(database.queries)
  const rows = await database.queries
    .selectFrom('events')
    .select(['type', 'details'])
    .where('type', 'like', 'wallet.%')
    .orderBy('sequence')
    .execute()
  return rows.map(({ type, details }) => `${type} ${(JSON.parse(details) as { reason?: string }).reason ?? ''}`.trim())
}

const confirm = async (browser: TestBrowser): Promise<LightMyRequestResponse> =>
  browser.send('POST', `/api/wallets/${(await safeOf(browser)).id}/confirm`)

describe('a contract wallet that changes hands', () => {
  test('S12 is held when its buyer signs in, who is told until when, and the person sees it and goes on', async () => {
    const chain = chainOf(alice)
    const app = await createApp('sqlite', chain)
    const seller = await openWithSafe(app)
    chain.deploy(safe, createOwnedContractWallet(bob))

    const buyer = app.openBrowser()
    const refused = await signInAs(buyer, bob)
    expect(refused.json()).toMatchObject({
      code: 'wallet.held',
      status: 403,
      until: new Date(app.clock.now + app.limits.heldWalletSeconds * 1000).toISOString(),
    })
    expect(await readPersonIdOrNobody(buyer)).toBe('nobody')
    expect((await safeOf(seller)).held).toEqual({
      since: new Date(app.clock.now).toISOString(),
      until: new Date(app.clock.now + app.limits.heldWalletSeconds * 1000).toISOString(),
    })
    expect((await seller.send('GET', '/api/activity')).body).toContain('wallet.held')
    // Again and again, and also where the contract goes back to whom it was: only another way makes it theirs again.
    expect(inBrief(await signInAs(app.openBrowser(), bob))).toBe('wallet.held')
    chain.deploy(safe, createOwnedContractWallet(alice))
    expect(inBrief(await signInAs(app.openBrowser(), alice))).toBe('wallet.held')
    expect(await linesAbout(app)).toEqual(['wallet.linked', 'wallet.linked', 'wallet.held'])
  })

  test('S12 steps nobody up, is no way in, and is unlinked by its person; then its buyer begins as a person of their own', async () => {
    const chain = chainOf(alice)
    const app = await createApp('sqlite', chain)
    const seller = await openWithSafe(app)
    chain.deploy(safe, createOwnedContractWallet(bob))
    expect(inBrief(await seller.send('POST', '/api/step-up', await signAsSafe(seller, 'step-up', bob)))).toBe(
      'wallet.held',
    )
    const key = (await listWallets(seller)).find((wallet) => wallet.kind === 'key')
    expect(inBrief(await seller.send('DELETE', `/api/wallets/${key?.id}`))).toBe('way_in.last')
    expect(inBrief(await seller.send('PATCH', `/api/wallets/${(await safeOf(seller)).id}`, { primary: true }))).toBe(
      'wallet.held',
    )
    expect(inBrief(await seller.send('DELETE', `/api/wallets/${(await safeOf(seller)).id}`))).toBe('done')

    const buyer = app.openBrowser()
    expect(inBrief(await signInAs(buyer, bob))).toBe('done')
    expect(await readPersonIdOrNobody(buyer)).not.toBe(await readPersonIdOrNobody(seller))
  })

  test('S12 does not merge its person into whoever has come by it', async () => {
    const chain = chainOf(alice)
    const app = await createApp('sqlite', chain)
    const seller = await openWithSafe(app)
    chain.deploy(safe, createOwnedContractWallet(bob))
    const buyer = await openSteppedUpBrowser(app, bob)
    const merge = await buyer.send('POST', '/api/merges', await signAsSafe(buyer, 'merge', bob))
    expect(inBrief(merge)).toBe('wallet.held')
    expect((await safeOf(seller)).held).not.toBeNull()
    expect(inBrief(await buyer.send('POST', '/api/merges', await signAsSafe(buyer, 'merge', bob)))).toBe('wallet.held')
    expect(inBrief(await linkAs(buyer, bob))).toBe('wallet.held')
  })

  test('S12 is not merged by an offer from before it was held', async () => {
    const chain = chainOf(alice)
    const app = await createApp('sqlite', chain)
    await openWithSafe(app)
    const other = await openSteppedUpBrowser(app, carol)
    const offered = readAnswerOrCode<{ id: string }>(
      await other.send('POST', '/api/merges', await signAsSafe(other, 'merge', alice)),
    )
    if (typeof offered === 'string') throw new Error(offered)
    chain.deploy(safe, createOwnedContractWallet(bob))
    expect(inBrief(await signInAs(app.openBrowser(), bob))).toBe('wallet.held')
    expect(inBrief(await acceptMerge(other, offered))).toBe('merge.impossible')
  })

  test('S12 ends what it began when it is held, and applications are told; what other ways began goes on', async () => {
    const chain = chainOf(alice)
    const environment = { ...relaxedChallengeLimits, ...relaxedSignInLimits }
    const app = await createOpenIdApp({ chains: createFakeChains(chain), environment })
    const byKey = await openWithSafe(app)
    const bySafe = app.openBrowser()
    expect(inBrief(await signInAs(bySafe, alice))).toBe('done')
    const application = await addTestApplication(app, { backchannelLogoutUri: 'https://app.example/logout' })
    await completeAuthorization(bySafe, application)
    chain.deploy(safe, createOwnedContractWallet(bob))
    expect(inBrief(await signInAs(app.openBrowser(), bob))).toBe('wallet.held')
    expect([await readPersonIdOrNobody(bySafe), await readPersonIdOrNobody(byKey)]).toEqual([
      'nobody',
      expect.stringMatching(/^[0-9a-z]{26}$/),
    ])
    const sessions = await app.database.queries.selectFrom('sessions').select('end_reason').execute()
    expect(sessions.filter(({ end_reason }) => end_reason === 'wallet-no-longer-valid')).toHaveLength(1)
    expect(await app.database.queries.selectFrom('logout_deliveries').selectAll().execute()).toHaveLength(1)
  })

  testOnBothDatabases(
    'S12 is confirmed where it proved itself, by another way alone, and is compared with its new owner from then on',
    async (kind) => {
      const chain = chainOf(alice)
      const app = await createApp(kind, chain)
      const elsewhere = await openWithSafe(app)
      const { passkey } = await addPasskey(elsewhere)
      chain.deploy(safe, createOwnedContractWallet(bob))
      const browser = app.openBrowser()
      expect(inBrief(await signInAs(browser, bob))).toBe('wallet.held')
      // The browser in which its buyer would have tried it is another one than that of the person.
      expect(inBrief(await confirm(elsewhere))).toBe('wallet.proof_needed')
      await signInWithPasskey(browser, passkey)
      expect(inBrief(await confirm(browser))).toBe('done')
      expect(await safeOf(browser)).toMatchObject({ held: null })
      expect(inBrief(await signInAs(app.openBrowser(), bob))).toBe('done')
      chain.deploy(safe, createOwnedContractWallet(carol))
      expect(inBrief(await signInAs(app.openBrowser(), carol))).toBe('wallet.held')
      expect((await linesAbout(app)).slice(2)).toEqual(['wallet.held', 'wallet.confirmed', 'wallet.held'])
    },
  )

  test('S12 what it proved too long ago confirms nothing; linked once more by its person, it is theirs again', async () => {
    const chain = chainOf(alice)
    const app = await createApp('sqlite', chain)
    const browser = await openWithSafe(app)
    chain.deploy(safe, createOwnedContractWallet(bob))
    expect(inBrief(await signInAs(browser, bob))).toBe('wallet.held')
    expect(inBrief(await browser.signIn(alice))).toBe('done')
    app.clock.now += app.limits.stepUpFreshnessSeconds * 1000 + 1
    expect(inBrief(await browser.stepUp(alice))).toBe('done')
    expect(inBrief(await confirm(browser))).toBe('wallet.proof_needed')
    expect(inBrief(await linkAs(browser, alice))).toBe('signature.refused')
    expect(inBrief(await linkAs(browser, bob))).toBe('done')
    expect((await safeOf(browser)).held).toBeNull()
    expect(inBrief(await signInAs(app.openBrowser(), bob))).toBe('done')
  })

  test('S12 is the identity where it is the only way in: it goes on, and the activity says so', async () => {
    const chain = chainOf(alice)
    const app = await createApp('sqlite', chain)
    const before = app.openBrowser()
    await signInAs(before, alice)
    const personId = await readPersonIdOrNobody(before)
    chain.deploy(safe, createOwnedContractWallet(bob))
    app.clock.now += 1000
    const after = app.openBrowser()
    expect(inBrief(await signInAs(after, bob))).toBe('done')
    expect(await readPersonIdOrNobody(after)).toBe(personId)
    expect(await linesAbout(app)).toEqual(['wallet.linked', 'wallet.changed'])
    // Compared with its new owner from then on.
    app.clock.now += 1000
    expect(inBrief(await signInAs(app.openBrowser(), bob))).toBe('done')
    expect(await linesAbout(app)).toHaveLength(2)
  })

  test('S12 is held where its owners changed though the last signature still stands', async () => {
    const ownedBy =
      (owners: string): FakeContract =>
      (data) =>
        data === '0xa0e67e2b' ? `0x${owners.padStart(64, '0')}` : createOwnedContractWallet(alice)(data)
    const chain = createFakeChain()
    chain.deploy(safe, ownedBy('a1'))
    const app = await createApp('sqlite', chain)
    await openWithSafe(app)
    expect(inBrief(await signInAs(app.openBrowser(), alice))).toBe('done')
    chain.deploy(safe, ownedBy('a1b0b'))
    expect(inBrief(await signInAs(app.openBrowser(), alice))).toBe('wallet.held')
  })

  test('S12 a signature that is wrapped as of a wallet not deployed yet is compared all the same', async () => {
    const chain = chainOf(alice)
    const app = await createApp('sqlite', chain)
    await openWithSafe(app)
    chain.deploy(safe, createOwnedContractWallet(bob))
    const buyer = app.openBrowser()
    const { message, signature } = await buyer.signChallenge(bob, { address: safe, chainId: '1' })
    const wrapped = wrapErc6492Signature({ factory, factoryData: '0x' }, signature as `0x${string}`)
    expect(inBrief(await buyer.send('POST', '/api/sign-in', { message, signature: wrapped }))).toBe('wallet.held')
  })

  test('S12 is held when it is asked again and stands behind its last proof no more, and its person is told', async () => {
    const chain = chainOf(alice)
    const app = await createApp('sqlite', chain)
    const byKey = await openWithSafe(app)
    await signInAs(app.openBrowser(), alice)
    chain.deploy(safe, createOwnedContractWallet(bob))
    app.clock.now += app.limits.contractRecheckSeconds * 1000
    await app.recheckSessions()
    expect((await safeOf(byKey)).held).not.toBeNull()
  })

  testOnBothDatabases('S12 is unlinked once nobody has confirmed it for long enough', async (kind) => {
    const chain = chainOf(alice)
    const app = await createApp(kind, chain)
    const seller = await openWithSafe(app)
    chain.deploy(safe, createOwnedContractWallet(bob))
    await signInAs(app.openBrowser(), bob)
    app.clock.now += app.limits.heldWalletSeconds * 1000 - 1
    await app.pruneExpired()
    expect(inBrief(await signInAs(app.openBrowser(), bob))).toBe('wallet.held')
    app.clock.now += 1
    await app.pruneExpired()
    expect((await linesAbout(app)).at(-1)).toBe('wallet.unlinked held')
    const buyer = app.openBrowser()
    expect(inBrief(await signInAs(buyer, bob))).toBe('done')
    await seller.signIn(alice)
    expect(await readPersonIdOrNobody(buyer)).not.toBe(await readPersonIdOrNobody(seller))
  })

  testOnBothDatabases(
    'S12 its two owners at the same moment: what was compared with a proof that is not the newest any more is compared anew',
    async (kind) => {
      const chain = chainOf(alice)
      const app = await createApp(kind, chain)
      await openWithSafe(app)
      let between: (() => Promise<unknown>) | null = async () => signInAs(app.openBrowser(), alice)
      chain.beforeReading = async () => {
        const run = between
        between = null
        await run?.()
      }
      app.clock.now += 1
      chain.readings.length = 0
      expect(inBrief(await signInAs(app.openBrowser(), alice))).toBe('done')
      expect(chain.readings).toHaveLength(3)
    },
  )

  testOnBothDatabases(
    'S12 holding it and unlinking the other way at the same moment leave one way in',
    async (kind) => {
      const chain = chainOf(alice)
      const app = await createApp(kind, chain)
      const seller = await openWithSafe(app)
      chain.deploy(safe, createOwnedContractWallet(bob))
      const key = (await listWallets(seller)).find((wallet) => wallet.kind === 'key')
      const outcomes = (
        await Promise.all([signInAs(app.openBrowser(), bob), seller.send('DELETE', `/api/wallets/${key?.id}`)])
      ).map(inBrief)
      expect([
        ['wallet.held', 'way_in.last'],
        ['done', 'done'],
      ]).toContainEqual(outcomes)
    },
  )
})

describe('a node that is behind what was believed', () => {
  test('S13 lets no former owner in again, where the new one signed in, or the former one was refused', async () => {
    for (const whoComes of [bob, alice]) {
      const chain = chainOf(alice)
      const app = await createApp('sqlite', chain)
      expect(inBrief(await signInAs(app.openBrowser(), alice))).toBe('done')
      chain.deploy(safe, createOwnedContractWallet(bob))
      chain.height = 110
      app.clock.now += 1000
      expect(inBrief(await signInAs(app.openBrowser(), whoComes))).toBe(whoComes === bob ? 'done' : 'signature.refused')
      // The first node has died, and the second one has not heard yet.
      chain.height = 109
      chain.deploy(safe, createOwnedContractWallet(alice))
      expect(inBrief(await signInAs(app.openBrowser(), alice))).toBe('chain.unavailable')
      chain.height = 110
      chain.deploy(safe, createOwnedContractWallet(bob))
      expect(inBrief(await signInAs(app.openBrowser(), alice))).toBe('signature.refused')
    }
  })

  test('S13 lets no former owner in again whose session ended when their contract was asked again', async () => {
    const chain = chainOf(alice)
    const app = await createApp('sqlite', chain)
    await signInAs(app.openBrowser(), alice)
    chain.deploy(safe, createOwnedContractWallet(bob))
    chain.height = 110
    app.clock.now += app.limits.contractRecheckSeconds * 1000
    await app.recheckSessions()
    chain.height = 105
    chain.deploy(safe, createOwnedContractWallet(alice))
    expect(inBrief(await signInAs(app.openBrowser(), alice))).toBe('chain.unavailable')
  })
})

test('S12 a plain key is compared with nothing, and asks no chain', async () => {
  const chain = chainOf(alice)
  const app = await createTestApp({ chains: createFakeChains(chain) })
  await app.openBrowser().signIn(alice)
  await app.openBrowser().signIn(alice)
  expect(chain.readings).toEqual([])
})

test('S12 a proof of an older release has no owners to compare with, and goes by whether it stands', async () => {
  const chain = chainOf(alice)
  const app = await createTestApp({
    chains: createFakeChains(chain),
    environment: { ...relaxedChallengeLimits, ...relaxedSignInLimits },
  })
  await openWithSafe(app)
  await app.database.queries.updateTable('proofs').set({ owners_hash: null }).execute()
  expect(inBrief(await signInAs(app.openBrowser(), alice))).toBe('done')
  await app.database.queries.updateTable('proofs').set({ owners_hash: null }).execute()
  chain.deploy(safe, createOwnedContractWallet(bob))
  expect(inBrief(await signInAs(app.openBrowser(), bob))).toBe('wallet.held')
})
