// Signing in, linking and stepping up with contract wallets, on a chain with real contracts, and what may not be taken for
// one another (THREATS S2, S4, S5, S6, S7, S9).
import type { EndpointOutput } from '@countersign/api/api-endpoints'
import { formatMessage } from '@countersign/message'
import { ChainUnavailableError } from '@countersign/proof/chain-reader'
import {
  changeSmartAccountOwner,
  deploySmartAccount,
  signAsSmartAccount,
} from '@countersign/testing/chain/smart-account'
import { deployContract } from '@countersign/testing/chain/test-contracts'
import { delegateKey, revokeDelegation } from '@countersign/testing/chain/eip7702-delegation'
import { startLocalChain } from '@countersign/testing/chain/local-chain'
import type { LocalChain } from '@countersign/testing/chain/local-chain'
import {
  approveMessageOnChain,
  deploySafe,
  predictSafe,
  signAsUndeployedSafe,
  signAsSafe,
} from '@countersign/testing/chain/safe-multisig'
import { signEthereumMessage } from '@countersign/testing/test-keys'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createConfiguredChains } from '../../chains/reader/configured-chains.ts'
import type { ConfiguredChains } from '../../platform/chain-settings.ts'
import { parseSettings } from '../../platform/settings.ts'
import { createTestApp, openSteppedUpBrowser, testKeys, testStartTime } from '../../testing/test-app.ts'
import type { TestApp, TestBrowser } from '../../testing/test-app.ts'
import { readSignedMessages } from '../../store/wallets/proof-store.ts'
import { sequenceAllEntries } from '../../testing/read-database-state.ts'
import { testOnBothDatabases } from '../../testing/test-databases.ts'

const { alice, bob, carol } = testKeys
const owners = [alice, bob]

let chain: LocalChain
let other: LocalChain
let safeFactory: string
let salts = 0
const nextSalt = (): number => ++salts

beforeAll(async () => {
  ;[chain, other] = await Promise.all([
    startLocalChain({ chainId: 1, now: testStartTime }),
    startLocalChain({ chainId: 10, now: testStartTime }),
  ])
  safeFactory = (await predictSafe(chain, { owners, threshold: 2 })).factory
})

afterAll(() => Promise.all([chain.stop(), other.stop()]))

/** A server that reads both chains, and how often it did. */
async function createReadingApp(
  kind: 'sqlite' | 'postgres',
  options: { allowDelegates?: boolean; environment?: Record<string, string> } = {},
) {
  const configured = [chain, other].map(({ chainId, url }) => ({
    id: chainId,
    rpc: url,
    factories: [safeFactory],
    allowDelegates: options.allowDelegates ?? false,
    staleSeconds: 86_400 * 365,
  }))
  const { settings } = parseSettings({ COUNTERSIGN_CHAINS: JSON.stringify(configured) }, undefined)
  const state = { reads: 0, down: false }
  const chains: ConfiguredChains = new Map(
    [...createConfiguredChains(settings, () => testStartTime)].map(([id, real]) => {
      const read: typeof real.read = async (...parameters) => {
        state.reads += 1
        if (state.down) throw new ChainUnavailableError('down for the test')
        return real.read(...parameters)
      }
      return [id, { settings: real.settings, read }]
    }),
  )
  const app = await createTestApp({
    database: kind,
    chains,
    environment: { COUNTERSIGN_CONTRACT_PROOFS_PER_NETWORK_PER_MINUTE: '1000', ...options.environment },
  })
  return { app, state }
}

/** A message that names an address on a chain, for whatever purpose. */
async function messageFor(
  browser: TestBrowser,
  address: string,
  { chainId = '1', ...body }: { chainId?: string; purpose?: string; walletKind?: string } = {},
): Promise<string> {
  const { message } = await browser.requestChallenge({ purpose: 'sign-in', ...body })
  return formatMessage({ ...message, address, chainId })
}

const signIn = (browser: TestBrowser, message: string, signature: string): Promise<LightMyRequestResponse> =>
  browser.send('POST', '/api/sign-in', { message, signature })

async function signInAsSafe(browser: TestBrowser, address: string): Promise<LightMyRequestResponse> {
  const message = await messageFor(browser, address)
  return signIn(browser, message, await signAsSafe(owners, message, address as `0x${string}`, 1))
}

const idOf = (response: LightMyRequestResponse): string => response.json<EndpointOutput<'signIn'>>().person.id
const walletsOf = async (browser: TestBrowser) =>
  (await browser.send('GET', '/api/wallets')).json<EndpointOutput<'listWallets'>>().items
const proofsOf = async ({ database: { queries } }: TestApp) => {
  const rows = await queries.selectFrom('proofs').selectAll().orderBy('id').execute()
  const signed = await readSignedMessages(
    queries,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({ ...row, ...signed.get(row.id) }))
}
async function refusalsOf({ database }: TestApp): Promise<string[]> {
  await sequenceAllEntries(database.queries)
  const rows = await database.queries
    .selectFrom('events')
    .select('details')
    .where('outcome', '=', 'refused')
    .orderBy('sequence')
    .execute()
  return rows.map(({ details }) => (JSON.parse(details) as { reason: string }).reason)
}

describe('a contract wallet', () => {
  testOnBothDatabases('signs in: a Safe of two owners, its proof kept with chain, block and code', async (kind) => {
    const { app, state } = await createReadingApp(kind)
    const { address } = await deploySafe(chain, { owners, threshold: 2, salt: nextSalt() })
    const browser = app.openBrowser()
    const response = await signInAsSafe(browser, address)
    expect(response.statusCode).toBe(200)
    expect(response.json<EndpointOutput<'signIn'>>().session).toMatchObject({
      wallet: { address, chain: { id: '1', name: 'Ethereum' } },
      contract: { checkedAt: '2026-01-15T12:00:00.000Z', unreachableSince: null, endsAt: null },
    })
    expect(state.reads).toBe(1)
    expect(await walletsOf(browser)).toMatchObject([
      { kind: 'contract', chain: { id: '1', name: 'Ethereum' }, address, primary: true },
    ])
    const [proof] = await proofsOf(app)
    expect(proof).toMatchObject({
      method: 'erc1271',
      chain_reference: '1',
      block_hash: expect.stringMatching(/^0x[0-9a-f]{64}$/) as string,
      code_hash: expect.stringMatching(/^0x[0-9a-f]{64}$/) as string,
    })
    expect(Number(proof?.block_number)).toBeGreaterThan(0)
    // The same person the next time.
    expect(idOf(await signInAsSafe(app.openBrowser(), address))).toBe(idOf(response))
  })

  test('S2 one signature less, or of another owner, is refused', async () => {
    const { app } = await createReadingApp('sqlite')
    const { address } = await deploySafe(chain, { owners, threshold: 2, salt: nextSalt() })
    const browser = app.openBrowser()
    for (const signers of [[alice], [alice, carol]]) {
      const message = await messageFor(browser, address)
      const response = await signIn(browser, message, await signAsSafe(signers, message, address, 1))
      expect(response.json()).toMatchObject({ status: 401, code: 'signature.refused' })
    }
    expect(await app.database.queries.selectFrom('people').selectAll().execute()).toEqual([])
  })

  test('S4 at the same address on another chain is another wallet, and somebody else', async () => {
    const { app } = await createReadingApp('sqlite')
    const salt = nextSalt()
    const here = await deploySmartAccount(chain, { owner: alice, salt })
    await deploySmartAccount(other, { owner: alice, salt })
    await changeSmartAccountOwner(other, here.address, alice, bob)
    const browsers = [app.openBrowser(), app.openBrowser()] as const
    const [ofAlice, ofBob] = [
      await messageFor(browsers[0], here.address),
      await messageFor(browsers[1], here.address, { chainId: '10' }),
    ]
    const first = await signIn(browsers[0], ofAlice, signAsSmartAccount(alice, ofAlice))
    const second = await signIn(browsers[1], ofBob, signAsSmartAccount(bob, ofBob))
    expect([first.statusCode, second.statusCode]).toEqual([200, 200])
    expect(idOf(first)).not.toBe(idOf(second))
    // Neither owner is believed on the other's chain.
    for (const [chainId, key] of [
      ['1', bob],
      ['10', alice],
    ] as const) {
      const message = await messageFor(browsers[0], here.address, { chainId })
      expect((await signIn(browsers[0], message, signAsSmartAccount(key, message))).json()).toMatchObject({
        code: 'signature.refused',
      })
    }
  })

  test("S5 a signature for one wallet is worth nothing for the owner's other one", async () => {
    const { app } = await createReadingApp('sqlite')
    const [one, two] = [
      await deploySmartAccount(chain, { owner: alice, salt: nextSalt() }),
      await deploySmartAccount(chain, { owner: alice, salt: nextSalt() }),
    ]
    const browser = app.openBrowser()
    const message = await messageFor(browser, one.address)
    const moved = message.replace(one.address, two.address)
    expect(moved).not.toBe(message)
    expect((await signIn(browser, moved, signAsSmartAccount(alice, message))).json()).toMatchObject({
      code: 'signature.refused',
    })
  })

  test('S6 that is not deployed yet signs in, keeps nothing of its factory, and is the same wallet once it is', async () => {
    const { app } = await createReadingApp('sqlite')
    const options = { owners, threshold: 2, salt: nextSalt() }
    const foreseen = await predictSafe(chain, options)
    const browser = app.openBrowser()
    const message = await messageFor(browser, foreseen.address)
    const wrapped = await signAsUndeployedSafe(foreseen, owners, message, 1)
    const before = await signIn(browser, message, wrapped)
    expect(before.statusCode).toBe(200)
    const [proof] = await proofsOf(app)
    expect(proof).toMatchObject({
      method: 'erc6492',
      code_hash: null,
      signature: await signAsSafe(owners, message, foreseen.address, 1),
    })
    await sequenceAllEntries(app.database.queries)
    const kept = JSON.stringify([await app.database.queries.selectFrom('event_evidence').selectAll().execute(), proof])
    expect(kept).not.toContain('6492649264926492')
    expect(kept).not.toContain(foreseen.factoryData.slice(2))

    await deploySafe(chain, options)
    const again = app.openBrowser()
    const after = await signInAsSafe(again, foreseen.address)
    expect(idOf(after)).toBe(idOf(before))
    expect(await walletsOf(again)).toHaveLength(1)
  })

  test('S6 that a factory which is not allowed would make is told to be deployed first', async () => {
    const { app } = await createReadingApp('sqlite')
    const foreseen = await predictSafe(chain, { owners, threshold: 2, salt: nextSalt() })
    const browser = app.openBrowser()
    const message = await messageFor(browser, foreseen.address)
    const elsewhere = { ...foreseen, factory: carol.address as `0x${string}` }
    expect(
      (await signIn(browser, message, await signAsUndeployedSafe(elsewhere, owners, message, 1))).json(),
    ).toMatchObject({ status: 401, code: 'wallet.not_deployed' })
    expect(await refusalsOf(app)).toEqual(['factory_not_allowed'])
  })

  test('S7 a key that is delegated signs in as the key; its delegate only where that is allowed, and never as the key', async () => {
    const accepting = await deployContract(chain, 'AcceptsAnything')
    await delegateKey(chain, carol, accepting)
    try {
      const strict = (await createReadingApp('sqlite')).app
      const lenient = (await createReadingApp('sqlite', { allowDelegates: true })).app
      for (const app of [strict, lenient]) {
        expect((await app.openBrowser().signIn(carol)).statusCode).toBe(200)
        const browser = app.openBrowser()
        const message = await messageFor(browser, carol.address)
        const byDelegate = await signIn(browser, message, signEthereumMessage(bob, message))
        if (app === strict) expect(byDelegate.json()).toMatchObject({ code: 'signature.refused' })
        else expect(byDelegate.statusCode).toBe(200)
        const wallets = await app.database.queries
          .selectFrom('wallets')
          .select(['kind', 'chain_reference', 'person_id'])
          .orderBy('kind', 'desc')
          .execute()
        expect(wallets.map(({ kind: walletKind, chain_reference }) => [walletKind, chain_reference])).toEqual(
          app === strict
            ? [['key', null]]
            : [
                ['key', null],
                ['contract', '1'],
              ],
        )
        expect(new Set(wallets.map(({ person_id }) => person_id)).size).toBe(wallets.length)
      }
    } finally {
      await revokeDelegation(chain, carol)
    }
  })

  test('S9 that could not be asked has spent nothing: the same signature signs in a moment later, and a key never waits', async () => {
    const { app, state } = await createReadingApp('sqlite')
    const { address } = await deploySafe(chain, { owners, threshold: 2, salt: nextSalt() })
    const browser = app.openBrowser()
    const message = await messageFor(browser, address)
    const signature = await signAsSafe(owners, message, address, 1)
    state.down = true
    const away = await signIn(browser, message, signature)
    expect(away.json()).toMatchObject({ status: 503, code: 'chain.unavailable' })
    expect((await app.openBrowser().signIn(bob)).statusCode).toBe(200)
    expect(state.reads).toBe(1)
    state.down = false
    expect((await signIn(browser, message, signature)).statusCode).toBe(200)
    // Now it is spent.
    expect((await signIn(browser, message, signature)).json()).toMatchObject({ code: 'challenge.unusable' })
  })

  test('M1 M4 M5 nobody makes this server read a chain without an open challenge of their own', async () => {
    const { app, state } = await createReadingApp('sqlite')
    const { address } = await deploySafe(chain, { owners, threshold: 2, salt: nextSalt() })
    const browser = app.openBrowser()
    const sign = (message: string) => signAsSafe(owners, message, address, 1)
    const unknown = (await messageFor(browser, address)).replace(/Nonce: .{8}/, 'Nonce: 00000000')
    const foreign = await messageFor(app.openBrowser(), address)
    const altered = (await messageFor(browser, address)).replace('moves nothing', 'moves little')
    const spent = await messageFor(browser, address)
    await signIn(browser, spent, signEthereumMessage(carol, spent.replace(address, carol.address)))
    const before = state.reads
    for (const message of [unknown, foreign, altered, spent])
      expect((await signIn(browser, message, await sign(message))).statusCode).toBe(401)
    expect(state.reads).toBe(before)
  })

  test('M6 the readings for one network are counted', async () => {
    const { app, state } = await createReadingApp('sqlite', {
      environment: { COUNTERSIGN_CONTRACT_PROOFS_PER_NETWORK_PER_MINUTE: '2' },
    })
    const { address } = await deploySafe(chain, { owners, threshold: 2, salt: nextSalt() })
    const answers = []
    for (let attempt = 0; attempt < 3; attempt++)
      answers.push((await signInAsSafe(app.openBrowser(), address)).statusCode)
    expect([answers, state.reads]).toEqual([[200, 200, 429], 2])
  })

  test('M6 looks whether the owners have approved are counted for their challenge, and take no attempt from anybody', async () => {
    const { app, state } = await createReadingApp('sqlite', {
      environment: { COUNTERSIGN_CONTRACT_PROOFS_PER_NETWORK_PER_MINUTE: '2' },
    })
    const { address } = await deploySafe(chain, { owners, threshold: 2, salt: nextSalt() })
    const browser = app.openBrowser()
    const ask = async () => {
      const { message } = await browser.requestChallenge({ purpose: 'sign-in', walletKind: 'contract' })
      return formatMessage({ ...message, address, chainId: '1' })
    }
    const awaited = await ask()
    const answers = []
    for (let look = 0; look < 9; look++) answers.push((await signIn(browser, awaited, '0x')).statusCode)
    expect([answers, state.reads]).toEqual([[...Array<number>(8).fill(409), 429], 8])
    // Others wait behind the same network, up to a bound of its own.
    const other = await ask()
    const others = []
    for (let look = 0; look < 5; look++) others.push((await signIn(browser, other, '0x')).statusCode)
    expect(others).toEqual([409, 409, 409, 409, 429])
    expect((await signInAsSafe(app.openBrowser(), address)).statusCode).toBe(200)
  })

  test('on a chain that is not read is told so, and a key on that chain signs in', async () => {
    const { app, state } = await createReadingApp('sqlite')
    const { address } = await predictSafe(chain, { owners, threshold: 2 })
    const browser = app.openBrowser()
    const message = await messageFor(browser, address, { chainId: '8453' })
    expect((await signIn(browser, message, await signAsSafe(owners, message, address, 8453))).json()).toMatchObject({
      status: 403,
      code: 'chain.not_read',
    })
    expect((await browser.signIn(alice, { chainId: '8453' })).statusCode).toBe(200)
    expect(state.reads).toBe(0)
  })

  testOnBothDatabases(
    'whose owners take their time has an hour, finds back to its message, and is asked without being spent',
    async (kind) => {
      const { app } = await createReadingApp(kind)
      const { address } = await deploySafe(chain, { owners, threshold: 2, salt: nextSalt() })
      const browser = app.openBrowser()
      const challenge = await browser.requestChallenge({ purpose: 'sign-in', walletKind: 'contract' })
      expect(challenge.expiresAt).toBe('2026-01-15T13:00:00.000Z')
      expect(challenge.readChains).toEqual([
        { id: '1', name: 'Ethereum' },
        { id: '10', name: 'OP Mainnet' },
      ])
      const message = formatMessage({ ...challenge.message, address, chainId: '1' })
      app.clock.now += 50 * 60_000
      expect((await browser.send('GET', `/api/challenges/${challenge.id}`)).json()).toEqual({
        ...challenge,
        purpose: 'sign-in',
        interaction: null,
      })
      expect((await app.openBrowser().send('GET', `/api/challenges/${challenge.id}`)).json()).toMatchObject({
        code: 'challenge.unusable',
      })
      for (let look = 0; look < 2; look++)
        expect((await signIn(browser, message, '0x')).json()).toMatchObject({ status: 409, code: 'signature.awaited' })
      await approveMessageOnChain(chain, address, owners, message)
      expect((await signIn(browser, message, '0x')).statusCode).toBe(200)
      expect((await browser.send('GET', `/api/challenges/${challenge.id}`)).json()).toMatchObject({
        code: 'challenge.unusable',
      })
    },
  )

  test('gives a key no longer than it ever had', async () => {
    const { app } = await createReadingApp('sqlite')
    const browser = app.openBrowser()
    const attempt = async (after: number) => {
      const { message: issued } = await browser.requestChallenge({ purpose: 'sign-in', walletKind: 'contract' })
      const message = formatMessage({ ...issued, address: alice.address, chainId: '1' })
      app.clock.now += after
      return (await signIn(browser, message, signEthereumMessage(alice, message))).json<{ code?: string }>().code
    }
    expect([await attempt(299_999), await attempt(300_000)]).toEqual([undefined, 'challenge.unusable'])
  })

  test('asks an empty signature of a usual challenge once, and spends it', async () => {
    const { app } = await createReadingApp('sqlite')
    const { address } = await deploySafe(chain, { owners, threshold: 2, salt: nextSalt() })
    const browser = app.openBrowser()
    const message = await messageFor(browser, address)
    expect((await signIn(browser, message, '0x')).json()).toMatchObject({ code: 'signature.refused' })
    expect((await signIn(browser, message, '0x')).json()).toMatchObject({ code: 'challenge.unusable' })
  })

  test('is linked, confirms who is there, and is merged like a key', async () => {
    const { app } = await createReadingApp('sqlite')
    const { address } = await deploySafe(chain, { owners, threshold: 2, salt: nextSalt() })
    const browser = await openSteppedUpBrowser(app, carol)
    const link = await messageFor(browser, address, { purpose: 'link' })
    const linked = await browser.send('POST', '/api/wallets', {
      message: link,
      signature: await signAsSafe(owners, link, address, 1),
    })
    expect(linked.json()).toMatchObject({ kind: 'contract', chain: { id: '1' }, address })
    const stepUp = await messageFor(browser, address, { purpose: 'step-up' })
    const confirmed = await browser.send('POST', '/api/step-up', {
      message: stepUp,
      signature: await signAsSafe(owners, stepUp, address, 1),
    })
    expect(confirmed.json()).toMatchObject({ session: { wallet: { address }, contract: { unreachableSince: null } } })
    // Another identity that a contract wallet signs in to.
    app.clock.now += 1000
    const { address: second } = await deploySafe(chain, { owners, threshold: 2, salt: nextSalt() })
    const other = app.openBrowser()
    await signInAsSafe(other, second)
    const merge = await messageFor(browser, second, { purpose: 'merge' })
    const offer = (
      await browser.send('POST', '/api/merges', {
        message: merge,
        signature: await signAsSafe(owners, merge, second, 1),
      })
    ).json<EndpointOutput<'offerMerge'>>()
    expect((await browser.send('POST', `/api/merges/${offer.id}/accept`)).json()).toMatchObject({ state: 'pending' })
    // The other identity confirms it in the browser that is known to it.
    const confirmation = await messageFor(other, second, { purpose: 'step-up' })
    await other.send('POST', '/api/step-up', {
      message: confirmation,
      signature: await signAsSafe(owners, confirmation, second, 1),
    })
    expect((await other.send('POST', `/api/merges/${offer.id}/confirm`)).statusCode).toBe(204)
    expect((await walletsOf(browser)).map((wallet) => [wallet.address, wallet.kind])).toEqual([
      [carol.address, 'key'],
      [address, 'contract'],
      [second, 'contract'],
    ])
    expect(
      (await proofsOf(app)).filter(({ method }) => method === 'erc1271').every(({ block_hash }) => block_hash !== null),
    ).toBe(true)
  })
})

test('without a chain there is no longer life to ask for', async () => {
  const app = await createTestApp()
  const response = await app
    .openBrowser()
    .send('POST', '/api/challenges', { purpose: 'sign-in', walletKind: 'contract' })
  expect(response.json()).toMatchObject({ code: 'chain.not_read' })
})

test('S4 the signature of one owner, as long as a key’s, on a chain that is not read says that it is not', async () => {
  const { app } = await createReadingApp('sqlite')
  const browser = app.openBrowser()
  const { message, signature } = await browser.signChallenge(bob, { address: carol.address, chainId: '137' })
  const response = await browser.send('POST', '/api/sign-in', { message, signature })
  expect(response.json()).toMatchObject({ code: 'chain.not_read' })
  const again = app.openBrowser()
  // A key that signs for itself needs no chain.
  expect(
    (await again.send('POST', '/api/sign-in', await again.signChallenge(bob, { chainId: '137' }))).statusCode,
  ).toBe(200)
})
