import { formatMessageWithOffsets } from '@countersign/message/format-message-with-offsets'
import { waitUntilPassing } from '@countersign/testing/wait-until-passing'
import { describe, expect, test } from 'vitest'
import {
  requestSinglePromptWalletSignIn,
  signInWithSingleWalletPrompt,
  needsSeparateWalletPrompts,
} from './single-prompt-wallet-sign-in.ts'
import type { WalletProofChallenge } from './wallet-proof-phases.ts'

const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const challenge: WalletProofChallenge = {
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
  keyChains: {},
  readChains: [],
  expiresAt: '2026-01-01T00:05:00.000Z',
}
const text = formatMessageWithOffsets({ ...challenge.message, address, chainId: '1' }).text
const signed = { message: text, signature: '0x1234' }
const account = (signInWithEthereum: unknown) => ({ accounts: [{ address, capabilities: { signInWithEthereum } }] })

async function ask(answer: unknown, chainId: string | null = '1', message = challenge.message) {
  const asked: unknown[] = []
  const result = await requestSinglePromptWalletSignIn(
    async (method, params) => {
      asked.push(method, ...params)
      if (answer instanceof Error) throw answer
      return answer
    },
    { ...challenge, message },
    chainId,
  )
  return { asked, result }
}
const fails = (code: unknown) => Object.assign(new Error('Unexpected'), { code })

test('the single prompt passes the issued fields without an address, and the result is accepted', async () => {
  const { asked, result } = await ask(account(signed))
  const { message } = challenge
  expect(asked).toEqual([
    'wallet_connect',
    { version: '1', capabilities: { signInWithEthereum: { ...message, chainId: '0x1' } } },
  ])
  expect(result).toEqual({ accounts: [address.toLowerCase()], signed: { text, signature: '0x1234', chainId: '1' } })
})

test('the single prompt passes the resource that binds the message to a request', async () => {
  const message = { ...challenge.message, resources: ['urn:countersign:binding:sha256:abc'] }
  const bound = formatMessageWithOffsets({ ...message, address, chainId: '1' }).text
  const { asked, result } = await ask(account({ message: bound, signature: '0x12' }), '1', message)
  expect(asked[1]).toMatchObject({ capabilities: { signInWithEthereum: { resources: message.resources } } })
  expect(result?.signed?.text).toBe(bound)
})

test.each([
  ['the chain of the wallet if accepted', '10', '10'],
  ['the first accepted chain otherwise', '777', '1'],
  ['the first accepted chain if the wallet reports none', null, '1'],
])('the single-prompt message names %s', async (_what, isOn, named) => {
  const message = formatMessageWithOffsets({ ...challenge.message, address, chainId: named }).text
  expect((await ask(account({ message, signature: '0x12' }), isOn)).result).toMatchObject({
    signed: { chainId: named },
  })
})

test.each([4200, 4100, -32601, -32004, -32602, -32603, '4200', undefined])(
  'error code %s means the wallet does not support single-prompt sign-in',
  async (code) => {
    expect((await ask(fails(code))).result).toBeNull()
  },
)

test.each([4001, -32002, 4900])('error code %s is final and does not fall back to separate prompts', async (code) => {
  await expect(ask(fails(code))).rejects.toMatchObject({ code })
})

describe('M7: a wallet that does not sign the issued message is only connected', () => {
  test.each<[string, unknown]>([
    ['an error instead of the capability', { code: 4200, message: 'no' }],
    ['nothing', undefined],
    ['another domain', { ...signed, message: text.replace('site.example', 'evil.example') }],
    ['another nonce', { ...signed, message: text.replace('nonce00000001', 'nonce00000002') }],
    ['another account', { ...signed, message: text.replace(address, '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC') }],
    ['an extra line', { ...signed, message: `${text}\nResources:\n- https://evil.example` }],
    ['an invalid signature', { ...signed, signature: 'signed' }],
    ['an empty signature', { ...signed, signature: '0x' }],
  ])('%s', async (_what, capability) => {
    expect((await ask(account(capability))).result).toEqual({
      accounts: [address.toLowerCase()],
      signed: null,
    })
  })
})

test.each<[string, unknown]>([
  ['nothing', null],
  ['a list', [address]],
  ['no accounts', { accounts: [] }],
  ['an invalid account', { accounts: [{ address: 'evil' }] }],
  [
    'a throwing getter',
    {
      get accounts() {
        throw new Error('trap')
      },
    },
  ],
])('a response with %s means the wallet does not support single-prompt sign-in', async (_what, answer) => {
  expect((await ask(answer)).result).toBeNull()
})

describe('remembered support for single-prompt sign-in', () => {
  let keys = 0
  const prepareWallet = () => {
    const kept = new Map<string, string>()
    const storage = {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, text: string) => kept.set(name, text),
    }
    const open = () => storage as unknown as Storage
    const key = `wallet ${(keys += 1)}`
    const methods: string[] = []
    const after = (_milliseconds: number, run: () => void) => {
      queueMicrotask(run)
      return () => {}
    }
    const connect = (answer: () => Promise<unknown>) =>
      signInWithSingleWalletPrompt(
        {
          provider: {
            request: ({ method }) => {
              methods.push(method)
              return method === 'eth_chainId' ? new Promise(() => {}) : answer()
            },
          },
          key,
          storage: open,
          after,
        },
        challenge,
      )
    return { isPlain: () => needsSeparateWalletPrompts(open, key), methods, connect }
  }

  test('prompts a supporting wallet once per page and keeps it eligible for the next page', async () => {
    const { isPlain, methods, connect } = prepareWallet()
    expect(await connect(async () => account(signed))).toMatchObject({ signed: { text } })
    expect(isPlain()).toBe(false)
    expect(await connect(async () => account(signed))).toBeNull()
    expect(methods).toEqual(['eth_chainId', 'wallet_connect'])
  })

  test.each<[string, () => Promise<unknown>]>([
    ['that does not support it', () => Promise.reject(fails(4200))],
    ['that only connects', async () => account({ code: -32004, message: 'no' })],
  ])('excludes a wallet %s', async (_what, answer) => {
    const { isPlain, connect } = prepareWallet()
    await connect(answer)
    expect(isPlain()).toBe(true)
  })

  test('excludes a wallet that never responds', async () => {
    const { isPlain, connect } = prepareWallet()
    void connect(() => new Promise(() => {}))
    await waitUntilPassing(() => expect(isPlain()).toBe(true))
  })

  test('prompts a wallet again after the person declined', async () => {
    const { isPlain, methods, connect } = prepareWallet()
    await expect(connect(() => Promise.reject(fails(4001)))).rejects.toMatchObject({ code: 4001 })
    expect(isPlain()).toBe(false)
    await connect(async () => account(signed))
    expect(methods.filter((method) => method === 'wallet_connect')).toHaveLength(2)
  })

  test('excludes every wallet when storage is blocked', () => {
    const blocked = (): Storage => {
      throw new Error('blocked')
    }
    expect(needsSeparateWalletPrompts(blocked, 'any')).toBe(true)
  })
})
