// Verification of bound proofs by an application that does not trust the server.
import { chainNamespaces } from '@countersign/message/message-layout'
import {
  bip122MessageProfile,
  eip155MessageProfile,
  formatSignInMessage,
  solanaMessageProfile,
} from '@countersign/message'
import type { ChainNamespace, SignInMessage } from '@countersign/message'
import { createEthereumTestKey, signEthereumMessage } from '../../testing/src/ethereum-test-keys.ts'
import { createTestWalletSigners } from '../../testing/src/wallet-signer-fixtures.ts'
import { describe, expect, test } from 'vitest'
import { boundProofErrors, ChainUnavailableError, createProofBinding, verifyBoundProof } from './index.ts'
import type { BoundProofToVerify, ChainReader } from './index.ts'

const alice = createTestWalletSigners(1)
const minute = 60_000
const issuedAt = Date.UTC(2026, 10, 30, 12)
const login = { issuer: 'https://id.example.com', clientId: 'shop', nonce: 'n-0S6_WzA2Mj-x7Q', now: issuedAt + minute }
const profiles = { eip155: eip155MessageProfile, solana: solanaMessageProfile, bip122: bip122MessageProfile }
const chainIds = { eip155: '1', solana: 'mainnet', bip122: '000000000019d6689c085ae165831e93' }

function createProof(name: ChainNamespace = 'eip155', changes: Partial<SignInMessage> = {}) {
  const message = formatSignInMessage(
    {
      domain: 'id.example.com',
      address: alice[name].address,
      statement: 'Sign in to id.example.com to continue to Shop. This is free and moves no funds.',
      uri: 'https://id.example.com/sign-in',
      version: '1',
      chainId: chainIds[name],
      nonce: '8mzv3kcq7h2ydx5w',
      issuedAt: new Date(issuedAt).toISOString(),
      expirationTime: new Date(issuedAt + 5 * minute).toISOString(),
      resources: [createProofBinding(login.clientId, login.nonce)],
      ...changes,
    },
    { profile: profiles[name] },
  )
  return { message, signature: alice[name].sign(message) }
}

const verify = (proof: unknown, changes: Partial<BoundProofToVerify> = {}) =>
  verifyBoundProof({ ...login, proof, ...changes })

describe('proof binding', () => {
  test.each([
    ['shop', 'n-0S6_WzA2Mj-x7Q', '26HgSktu_Py3vPEK43LFN1waQzb5kDPw4AQKoY12OXI'],
    ['https://app.example/client.json', 'é', 'eDRCpEetD2XeHWsaqY691-ayIcAngQO4vjIusLI8CtA'],
  ])('of %s and %s is the published test vector', (clientId, nonce, hash) => {
    expect(createProofBinding(clientId, nonce)).toBe(`urn:countersign:binding:sha256:${hash}`)
  })

  test('S30: differs if the same characters are split in another way', () => {
    const bindings = [
      ['ab', 'c'],
      ['a', 'bc'],
      ['a,2:bc', 'd'],
      ['a', '2:bc,d'],
      ['1:a,', 'b'],
    ].map(([clientId, nonce]) => createProofBinding(clientId!, nonce!))
    expect(new Set(bindings).size).toBe(bindings.length)
  })

  test.each([[''], [undefined], [null], [7], ['\ud800']])('of %j is a TypeError', (value) => {
    expect(() => createProofBinding(value as string, 'nonce')).toThrow(TypeError)
    expect(() => createProofBinding('shop', value as string)).toThrow(TypeError)
  })
})

describe('bound proof', () => {
  test.each(chainNamespaces)('of a %s key is verified', async (name) => {
    expect(await verify(createProof(name))).toMatchObject({
      outcome: 'verified',
      namespace: name,
      address: alice[name].address,
      chainId: chainIds[name],
      kind: 'key',
    })
  })

  test.each([
    ['another application', { clientId: 'other-shop' }, 'binding_mismatch'],
    ['an older login', { nonce: 'the nonce of this login' }, 'binding_mismatch'],
    ['another issuer', { issuer: 'https://id.example.org' }, 'domain_mismatch'],
    ['the same host on another port', { issuer: 'https://id.example.com:8443' }, 'domain_mismatch'],
    ['the same host without TLS', { issuer: 'http://id.example.com' }, 'uri_mismatch'],
    ['the future', { now: issuedAt - 2 * minute }, 'issued_in_future'],
    ['more than an hour after it expired', { now: issuedAt + 65 * minute }, 'expired'],
  ] as const)('S30: of %s is refused', async (_, changes, reason) => {
    expect(await verify(createProof(), changes)).toEqual({ outcome: 'refused', reason })
    expect(boundProofErrors[reason]).toMatch(/\.$/)
  })

  test.each<[string, Partial<SignInMessage>, string]>([
    ['the domain of another site', { domain: 'id.example.org' }, 'domain_mismatch'],
    ['another scheme', { scheme: 'http' }, 'domain_mismatch'],
    ['the URI of another site', { uri: 'https://evil.example/sign-in' }, 'uri_mismatch'],
    ['a URI without an origin', { uri: 'urn:id.example.com' }, 'uri_mismatch'],
    ['no resources', { resources: [] }, 'binding_missing'],
    ['other resources only', { resources: ['https://id.example.com/'] }, 'binding_missing'],
    [
      'two bindings',
      { resources: [createProofBinding('shop', login.nonce), createProofBinding('other', login.nonce)] },
      'binding_mismatch',
    ],
    ['a later not-before time', { notBefore: new Date(issuedAt + 5 * minute).toISOString() }, 'not_yet_valid'],
  ])('S31: of a server that had a message signed with %s is refused', async (_, changes, reason) => {
    expect(await verify(createProof('eip155', changes))).toEqual({ outcome: 'refused', reason })
  })

  test.each(chainNamespaces)('S31: of a server that invents a %s signature is refused', async (name) => {
    const mallory = createTestWalletSigners(3)[name]
    const { message, signature } = createProof(name)
    for (const proof of [
      { message, signature: mallory.sign(message) },
      { message: message.replace('Shop', 'Shqp'), signature },
    ])
      expect(await verify(proof)).toEqual({ outcome: 'refused', reason: 'signature_refused', detail: 'other_signer' })
  })

  test('that is no proof is refused, with the error of the message if there is one', async () => {
    for (const proof of [undefined, null, 'text', {}, { message: 'text' }, { message: 1, signature: '0x' }])
      expect(await verify(proof)).toEqual({ outcome: 'refused', reason: 'proof_malformed' })
    expect(await verify({ ...createProof(), message: 'text' })).toMatchObject({
      outcome: 'refused',
      reason: 'message_malformed',
      detail: expect.stringMatching(/^message\./) as string,
    })
  })

  test('is accepted until the grace period after its expiration time ends', async () => {
    const graceMs = 10 * minute
    const outcomes = [14, 15].map((minutes) => verify(createProof(), { graceMs, now: issuedAt + minutes * minute }))
    expect((await Promise.all(outcomes)).map(({ outcome }) => outcome)).toEqual(['verified', 'refused'])
  })

  test.each([{ now: Number.NaN }, { graceMs: Number.POSITIVE_INFINITY }, { nonce: '' }, { issuer: 'id.example.com' }])(
    'is not verified with the wrong options %j',
    async (changes) => {
      await expect(verify(createProof(), changes)).rejects.toThrow(TypeError)
    },
  )
})

describe('bound proof of a contract wallet', () => {
  const createChain = (data: string): ChainReader => ({
    read: async (questions) => ({
      block: { number: '7', hash: `0x${'b0'.repeat(32)}`, at: issuedAt },
      results: questions.map(() =>
        data === ''
          ? { outcome: 'no-code' as const }
          : {
              outcome: 'answered' as const,
              code: { hash: '0xc0' as const, delegate: null },
              data: data as `0x${string}`,
            },
      ),
    }),
  })
  const accepting = createChain(`0x1626ba7e${'0'.repeat(56)}`)
  const contract = '0x00000000000000000000000000000000000000AA'
  const signedByOwner = (owner = 2) => {
    const { message } = createProof('eip155', { address: contract, chainId: '8453' })
    return { message, signature: signEthereumMessage(createEthereumTestKey(owner), message), block: { number: '7' } }
  }

  test('is verified on the chain that the message names', async () => {
    const asked: string[] = []
    const reader = (chainId: string) => {
      asked.push(chainId)
      return accepting
    }
    expect(await verify(signedByOwner(), { reader })).toMatchObject({
      outcome: 'verified',
      kind: 'contract',
      address: contract,
      chainId: '8453',
    })
    expect(asked).toEqual(['8453'])
  })

  test('is unavailable without a reader of its chain, or if the chain cannot be read', async () => {
    const unreadable: ChainReader = {
      read: async (questions) => {
        throw new ChainUnavailableError('the node did not answer', questions)
      },
    }
    expect(await verify(signedByOwner())).toEqual({ outcome: 'unavailable', reason: 'no reader for chain 8453' })
    expect(await verify(signedByOwner(), { reader: () => undefined })).toMatchObject({ outcome: 'unavailable' })
    expect(await verify(signedByOwner(), { reader: () => unreadable })).toMatchObject({ outcome: 'unavailable' })
  })

  test('S31: is refused if the contract does not accept the signature or does not exist', async () => {
    const refusing = createChain(`0x${'0'.repeat(64)}`)
    expect(await verify(signedByOwner(), { reader: () => refusing })).toMatchObject({ reason: 'signature_refused' })
    expect(await verify(signedByOwner(), { reader: () => createChain('') })).toMatchObject({
      reason: 'signature_refused',
      detail: 'not_deployed',
    })
    const { block: _, ...withoutBlock } = signedByOwner()
    expect(await verify(withoutBlock, { reader: () => createChain('') })).toMatchObject({ detail: 'other_signer' })
  })
})
