import { describe, expect, test } from 'vitest'
import { messageWriter } from './message-writer.ts'
import { askAtOnce } from './one-prompt.ts'
import type { Challenge } from './states.ts'

const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const challenge: Challenge = {
  id: '0'.repeat(26),
  message: {
    domain: 'site.example',
    statement: 'Sign in.',
    uri: 'https://site.example/sign-in',
    version: '1',
    nonce: 'nonce00000001',
    issuedAt: '2026-01-01T00:00:00.000Z',
    expirationTime: '2026-01-01T00:05:00.000Z',
  },
  chainIds: ['1', '10'],
  readChains: [],
  expiresAt: '2026-01-01T00:05:00.000Z',
}
const text = messageWriter.writeText({ ...challenge.message, address, chainId: '1' })
const signed = { message: text, signature: '0x1234' }
const account = (signInWithEthereum: unknown) => ({ accounts: [{ address, capabilities: { signInWithEthereum } }] })

/** A wallet that answers so; what it was asked is kept. */
async function ask(answer: unknown, chainId: string | null = '1') {
  const asked: unknown[] = []
  const result = await askAtOnce(
    async (method, params) => {
      asked.push(method, ...params)
      if (answer instanceof Error) throw answer
      return answer
    },
    messageWriter,
    challenge,
    chainId,
  )
  return { asked, result }
}
const fails = (code: unknown) => Object.assign(new Error('no'), { code })

test('the issued fields are given, without an address, and what is signed is what would have been asked for', async () => {
  const { asked, result } = await ask(account(signed))
  const { message } = challenge
  expect(asked).toEqual([
    'wallet_connect',
    { version: '1', capabilities: { signInWithEthereum: { ...message, chainId: '0x1' } } },
  ])
  expect(result).toEqual({ accounts: [address.toLowerCase()], chainId: '1', signed: { text, signature: '0x1234' } })
})

test.each([
  ['the chain it is on, where it is allowed', '10', '10'],
  ['the first one, where it is not', '777', '1'],
  ['the first one, where it does not say', null, '1'],
])('names %s', async (_what, isOn, named) => {
  expect((await ask(account(null), isOn)).result).toMatchObject({ chainId: named })
})

test.each([4200, 4100, -32601, -32004, -32602, '4200'])('%s is a wallet that does not know it', async (code) => {
  expect((await ask(fails(code))).result).toBeNull()
})

test.each([4001, -32002, -32603, undefined])('%s is an answer, and nothing else is asked', async (code) => {
  await expect(ask(fails(code))).rejects.toMatchObject({ code })
})

describe('M7 a wallet that connects and signs nothing of ours is only connected', () => {
  test.each<[string, unknown]>([
    ['an error in the place of the capability', { code: 4200, message: 'no' }],
    ['nothing', undefined],
    ['another domain', { ...signed, message: text.replace('site.example', 'evil.example') }],
    ['another nonce', { ...signed, message: text.replace('nonce00000001', 'nonce00000002') }],
    ['another account', { ...signed, message: text.replace(address, '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC') }],
    ['a line more', { ...signed, message: `${text}\nResources:\n- https://evil.example` }],
    ['a signature that is none', { ...signed, signature: 'signed' }],
    ['an empty signature', { ...signed, signature: '0x' }],
  ])('%s', async (_what, capability) => {
    expect((await ask(account(capability))).result).toEqual({
      accounts: [address.toLowerCase()],
      chainId: '1',
      signed: null,
    })
  })
})

test.each<[string, unknown]>([
  ['nothing', null],
  ['a list', [address]],
  ['no accounts', { accounts: [] }],
  ['an account that is none', { accounts: [{ address: 'evil' }] }],
  [
    'a trap',
    {
      get accounts() {
        throw new Error('trap')
      },
    },
  ],
])('an answer with %s is that of a wallet that does not know it', async (_what, answer) => {
  expect((await ask(answer)).result).toBeNull()
})
