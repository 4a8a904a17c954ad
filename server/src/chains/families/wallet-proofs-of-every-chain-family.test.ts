// Uses a key of every chain family for every purpose, and checks that no proof is accepted for
// another family (THREATS S11).
import { chainNamespaces } from '@countersign/message/message-layout'
import type { ChainNamespace } from '@countersign/message'
import {
  validBitcoinMessageExample,
  validEthereumMessageExample,
  validSolanaMessageExample,
} from '@countersign/message/message-error-examples'
import {
  bitcoinAddressKinds,
  createBitcoinTestKey,
  signBip137BitcoinMessage,
} from '@countersign/testing/bitcoin-test-keys'
import { createSolanaTestKey, signSolanaOffchainMessage } from '@countersign/testing/solana-test-keys'
import {
  createBitcoinTestSigner,
  createSolanaTestSigner,
  createTestWalletSigners,
} from '@countersign/testing/wallet-signer-fixtures'
import { describe, expect, test } from 'vitest'
import { verifyAuditLogIntegrity } from '../../audit-log/verify-audit-log.ts'
import { parseServerSettings } from '../../platform/parse-server-settings.ts'
import { countRowsPerTable, listSequencedAuditEntryTexts } from '../../testing/inspect-test-database.ts'
import { readMessagesOfWalletProofs } from '../../store/wallets/wallet-proof-record-store.ts'
import { createTestServer, openSteppedUpBrowser } from '../../testing/countersign-test-server.ts'
import {
  linkWalletForTests,
  listWalletsForTests,
  mergeIdentitiesForTests,
} from '../../testing/identity-merge-test-steps.ts'
import { relaxedChallengeRateLimits } from '../../testing/passkey-test-steps.ts'
import {
  getChainFamilyOfAddress,
  chainFamilies,
  parseWalletAddress,
  formatStoredWalletAddress,
} from './chain-family-registry.ts'

const [alices, bobs] = [createTestWalletSigners(1), createTestWalletSigners(2)]
const methods = { eip155: 'ecdsa', solana: 'ed25519', bip122: 'bip322' }

describe('every chain family', () => {
  test.each(chainNamespaces)('a %s key can sign in, step up, and be linked, unlinked and merged', async (name) => {
    const app = await createTestServer({ environment: relaxedChallengeRateLimits })
    const browser = await openSteppedUpBrowser(app, alices[name])
    const lines = await listSequencedAuditEntryTexts(app.database.queries)
    expect(lines.filter((line) => !/^(?:session.ended|browser.trusted)/.test(line))).toEqual([
      'person.created success {}',
      `wallet.linked success {"namespace":"${name}","kind":"key"}`,
      expect.stringContaining(`session.started success {"method":"${methods[name]}","namespace":"${name}"`),
      expect.stringContaining('session.stepped_up'),
    ])
    expect((await app.openBrowser().signIn(alices[name])).statusCode).toBe(200)
    expect(await countRowsPerTable(app.database.queries)).toMatchObject({ people: 1, wallets: 1 })

    for (const other of chainNamespaces.filter((one) => one !== name)) {
      await linkWalletForTests(browser, alices[other])
      app.clock.now += 1000
    }
    const wallets = await listWalletsForTests(browser)
    expect(wallets.map(({ namespace, address, primary }) => ({ namespace, address, primary }))).toEqual([
      { namespace: name, address: alices[name].address, primary: true },
      ...chainNamespaces
        .filter((other) => other !== name)
        .map((other) => ({ namespace: other, address: alices[other].address, primary: false })),
    ])

    const person = async (signer: (typeof alices)[ChainNamespace]) =>
      (await app.openBrowser().signIn(signer)).json<{ person: { id: string } }>().person.id
    const last = wallets.at(-1)!
    expect((await browser.send('DELETE', `/api/wallets/${last.id}`)).statusCode).toBe(200)
    expect(await person(alices[last.namespace])).not.toBe(await person(alices[name]))

    // After a merge with another identity, every wallet signs in as the same person.
    expect((await app.openBrowser().signIn(bobs[name])).statusCode).toBe(200)
    await mergeIdentitiesForTests(browser, bobs[name])
    expect(await listWalletsForTests(browser)).toHaveLength(3)
    expect(await person(bobs[name])).toBe(await person(alices[name]))
    expect(await verifyAuditLogIntegrity(app.database.queries)).toMatchObject({ outcome: 'whole' })
  })
})

describe('S11: separation of chain families', () => {
  const pairs = chainNamespaces.flatMap((from) =>
    chainNamespaces.filter((to) => to !== from).map((to) => [from, to] as const),
  )

  test.each(pairs)('a %s message and its signature are refused in every form rewritten for %s', async (from, to) => {
    const app = await createTestServer({ environment: relaxedChallengeRateLimits })
    const browser = app.openBrowser()
    const headers = { eip155: 'Ethereum', solana: 'Solana', bip122: 'Bitcoin' }
    const rewritten = (text: string): string =>
      text.replace(`your ${headers[from]} account`, `your ${headers[to]} account`)
    const own = await browser.signChallenge(alices[from])
    const foreign = await browser.signChallenge(alices[to])
    const attempts = [
      { message: rewritten(own.message), signature: own.signature },
      { message: rewritten(own.message), signature: alices[from].sign(rewritten(own.message)) },
      { message: rewritten(own.message), signature: alices[to].sign(rewritten(own.message)) },
      { message: own.message.replace(alices[from].address, alices[to].address), signature: own.signature },
      {
        message: own.message.replace(/Chain ID: .*/, /Chain ID: .*/.exec(foreign.message)![0]),
        signature: own.signature,
      },
      { message: foreign.message, signature: own.signature },
      { message: foreign.message, signature: alices[from].sign(foreign.message) },
      { message: own.message, signature: alices[to].sign(own.message) },
    ]
    for (const attempt of attempts) {
      const response = await browser.send('POST', '/api/sign-in', attempt)
      expect([400, 401, 403, 409, 422]).toContain(response.statusCode)
      expect(response.json<{ code: string }>().code).toMatch(
        /^(?:message\.|sign_in\.message_mismatch|signature\.|challenge\.invalid|chain\.not_supported)/,
      )
    }
    expect(await countRowsPerTable(app.database.queries)).toMatchObject({
      people: 0,
      wallets: 0,
      proofs: 0,
      sessions: 0,
    })
  })

  test('each stored address belongs to one family, and typed addresses are parsed as that family', () => {
    const all = [...Object.values(alices), ...bitcoinAddressKinds.map((kind) => createBitcoinTestSigner(9, kind))]
    for (const { namespace, address } of all) {
      const stored = chainFamilies[namespace].canonicalizeAddress(address)
      expect(
        Object.values(chainFamilies)
          .filter(({ isFamilyAddress }) => isFamilyAddress(stored))
          .map(({ name }) => name),
      ).toEqual([namespace])
      expect(getChainFamilyOfAddress(stored).name).toBe(namespace)
      expect(formatStoredWalletAddress(stored)).toBe(address)
      expect(parseWalletAddress(address)).toEqual({ namespace, address: stored })
    }
    for (const none of ['', 'vitalik.eth', '0x12', 'bc1', '4Nd1mB']) expect(parseWalletAddress(none)).toBeNull()
  })
})

describe('chain family settings', () => {
  test.each(chainNamespaces)('can limit sign-in to %s', async (name) => {
    const app = await createTestServer({ environment: { ...relaxedChallengeRateLimits, COUNTERSIGN_NAMESPACES: name } })
    const issued = await app.openBrowser().requestChallenge()
    expect({ chainIds: issued.chainIds.length > 0, others: Object.keys(issued.keyChains) }).toEqual({
      chainIds: name === 'eip155',
      others: name === 'eip155' ? [] : [name],
    })
    expect((await app.openBrowser().signIn(alices[name])).statusCode).toBe(200)
    for (const other of chainNamespaces.filter((one) => one !== name)) {
      const chainId = chainFamilies[other].getMessageChainIds({
        chainIds: ['1'],
        solanaCluster: 'mainnet',
        bitcoinChain: 'mainnet',
      })[0]!
      const response = await app.openBrowser().signIn(alices[other], { chainId })
      expect(response.statusCode).toBe(400)
      expect(response.json()).toMatchObject({ code: 'message.header_missing' })
    }
  })

  test('S16: refuse a Bitcoin address on a network other than the site network', async () => {
    for (const [chain, address] of [
      ['mainnet', 'testnet'],
      ['signet', 'mainnet'],
    ] as const) {
      const app = await createTestServer({
        environment: { ...relaxedChallengeRateLimits, COUNTERSIGN_BITCOIN_CHAIN: chain },
      })
      const browser = app.openBrowser()
      const own = await browser.signChallenge(
        createBitcoinTestSigner(1, 'p2wpkh', address === 'testnet' ? 'mainnet' : 'testnet'),
      )
      const other = createBitcoinTestSigner(1, 'p2wpkh', address)
      const message = own.message.replace(/\n\w+1\w+\n/, `\n${other.address}\n`)
      expect(message).toContain(other.address)
      const response = await browser.send('POST', '/api/sign-in', { message, signature: other.sign(message) })
      expect(response.json()).toMatchObject({ code: 'message.chain_of_another_address' })
      expect(await countRowsPerTable(app.database.queries)).toMatchObject({ people: 0 })
    }
    const app = await createTestServer({
      environment: { ...relaxedChallengeRateLimits, COUNTERSIGN_BITCOIN_CHAIN: 'signet' },
    })
    expect((await app.openBrowser().signIn(createBitcoinTestSigner(1, 'p2wpkh', 'testnet'))).statusCode).toBe(200)
  })

  test('S15: refuse another Solana cluster, but accept other names for the site cluster', async () => {
    const app = await createTestServer({ environment: relaxedChallengeRateLimits })
    expect((await app.openBrowser().signIn(alices.solana, { chainId: 'devnet' })).json()).toMatchObject({
      code: 'sign_in.message_mismatch',
    })
    for (const chainId of [
      'solana:mainnet',
      '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    ])
      expect((await app.openBrowser().signIn(alices.solana, { chainId })).statusCode).toBe(200)
  })
})

test.each(bitcoinAddressKinds)(
  'S16: a %s address signs in, and two addresses of one key are two people',
  async (kind) => {
    const app = await createTestServer({ environment: relaxedChallengeRateLimits })
    const ids = new Set<string>()
    for (const signer of [
      createBitcoinTestSigner(1, kind),
      createBitcoinTestSigner(1, kind === 'p2tr' ? 'p2wpkh' : 'p2tr'),
    ]) {
      const response = await app.openBrowser().signIn(signer)
      expect(response.statusCode).toBe(200)
      ids.add(response.json<{ person: { id: string } }>().person.id)
    }
    expect(ids.size).toBe(2)
  },
)

test('S15 S16: a message changed by the wallet is refused and creates no rows', async () => {
  const app = await createTestServer({ environment: relaxedChallengeRateLimits })
  for (const name of ['solana', 'bip122'] as const) {
    const browser = app.openBrowser()
    const { message } = await browser.signChallenge(alices[name])
    const changes: [string, string][] = [
      [`${message}\n`, 'message.'],
      [message.replace('\n\n', '\n'), 'message.'],
      [message.replace(/Nonce: (.*)\nIssued At: (.*)/, 'Issued At: $2\nNonce: $1'), 'message.'],
      [message.replace(/Expiration Time: .*/, ''), 'message.'],
      [message.replace(/\nExpiration Time: .*/, ''), 'sign_in.message_mismatch'],
      [`${message}\nResources:\n- https://evil.example`, 'sign_in.message_mismatch'],
    ]
    for (const [changed, code] of changes) {
      const response = await app
        .openBrowser()
        .send('POST', '/api/sign-in', { message: changed, signature: alices[name].sign(changed) })
      expect(response.statusCode).toBeGreaterThanOrEqual(400)
      if (code === 'message.') expect(response.json<{ code: string }>().code).toMatch(/^message\./)
    }
  }
  expect(await countRowsPerTable(app.database.queries)).toMatchObject({ people: 0, wallets: 0, sessions: 0 })
})

test('each example message has the header of exactly one chain family', () => {
  const { settings } = parseServerSettings({ COUNTERSIGN_ORIGIN: 'https://sign-in.example' }, undefined)
  expect(settings.namespaces).toEqual(['eip155', 'solana', 'bip122'])
  for (const text of [validEthereumMessageExample, validSolanaMessageExample, validBitcoinMessageExample])
    expect(
      Object.values(chainFamilies).filter(({ messageForm }) =>
        text.split('\n')[0]!.endsWith(messageForm.header.trimEnd()),
      ),
    ).toHaveLength(1)
})

describe('desktop and hardware wallets', () => {
  const bitcoinSpellings = [
    ['p2pkh', 0],
    ['p2wpkh', 0],
    ['p2wpkh', 8],
    ['p2sh-p2wpkh', 0],
    ['p2sh-p2wpkh', 4],
  ] as const

  test.each(bitcoinSpellings)('sign in with 65 bytes for a %s address (header 31 + %i)', async (kind, added) => {
    const app = await createTestServer({ environment: relaxedChallengeRateLimits })
    const key = createBitcoinTestKey(1, kind)
    const signer = {
      ...createBitcoinTestSigner(1, kind),
      sign: (text: string) => signBip137BitcoinMessage(key, text, added),
    }
    expect((await app.openBrowser().signIn(signer)).statusCode).toBe(200)
    expect((await app.openBrowser().signIn(createBitcoinTestSigner(1, kind))).statusCode).toBe(200)
    expect(await countRowsPerTable(app.database.queries)).toMatchObject({ people: 1, wallets: 1 })
    const proofs = await app.database.queries.selectFrom('proofs').select('method').orderBy('verified_at').execute()
    expect(proofs.map(({ method }) => method)).toContain('bip137')
  })

  test('S16: the second spelling of a 65-byte signature finds its challenge spent', async () => {
    const app = await createTestServer({ environment: relaxedChallengeRateLimits })
    const browser = app.openBrowser()
    const { message } = await browser.signChallenge(createBitcoinTestSigner(1))
    const spelled = (added: 0 | 8) => signBip137BitcoinMessage(createBitcoinTestKey(1), message, added)
    expect((await browser.send('POST', '/api/sign-in', { message, signature: spelled(0) })).statusCode).toBe(200)
    const second = await browser.send('POST', '/api/sign-in', { message, signature: spelled(8) })
    expect(second.json()).toMatchObject({ code: 'challenge.invalid' })
  })

  test.each([0, 1] as const)(
    'sign in on Solana with an off-chain message of version %i, which the proof keeps',
    async (version) => {
      const app = await createTestServer({ environment: relaxedChallengeRateLimits })
      const key = createSolanaTestKey(1)
      const signer = {
        ...createSolanaTestSigner(1),
        sign: (text: string) => signSolanaOffchainMessage(key, text, version),
      }
      const browser = app.openBrowser()
      const signed = await browser.signChallenge(signer)
      expect((await browser.send('POST', '/api/sign-in', signed)).statusCode).toBe(200)
      expect((await app.openBrowser().signIn(createSolanaTestSigner(1))).statusCode).toBe(200)
      expect(await countRowsPerTable(app.database.queries)).toMatchObject({ people: 1, wallets: 1 })
      const [proof] = await app.database.queries
        .selectFrom('proofs')
        .select(['id', 'method'])
        .orderBy('verified_at')
        .execute()
      expect(proof?.method).toBe('ed25519')
      expect((await readMessagesOfWalletProofs(app.database.queries, [proof!.id])).get(proof!.id)).toEqual(signed)
    },
  )

  test('S15: an off-chain message for another text or signer is refused', async () => {
    const app = await createTestServer({ environment: relaxedChallengeRateLimits })
    const [key, other] = [createSolanaTestKey(1), createSolanaTestKey(2)]
    for (const sign of [
      (text: string) => signSolanaOffchainMessage(key, `${text} `, 1),
      (text: string) => signSolanaOffchainMessage(other, text, 1),
      (text: string) => signSolanaOffchainMessage(key, text, 1).slice(0, -4),
    ]) {
      const response = await app.openBrowser().signIn({ ...createSolanaTestSigner(1), sign })
      expect(response.json<{ code: string }>().code).toMatch(/^signature\./)
    }
    expect(await countRowsPerTable(app.database.queries)).toMatchObject({ people: 0, proofs: 0 })
  })
})
