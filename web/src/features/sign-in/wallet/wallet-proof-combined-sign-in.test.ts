// Tests wallets that connect and sign in with one prompt (ERC-7846), in the whole flow.
import { createFakeEthereumWallet } from '@countersign/testing/fake-ethereum-wallet'
import type { FakeEthereumProvider } from '@countersign/testing/fake-ethereum-provider'
import { parseSignInMessage } from '@countersign/message'
import { formatMessageWithOffsets } from '@countersign/message/format-message-with-offsets'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  alice,
  createWalletChallengeFixture,
  chooseWalletInTestContext,
} from '../../../testing/wallet-proof-test-context.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-01-01T00:00:00.000Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('single-prompt wallet sign-in (ERC-7846)', () => {
  function walletThat(answer: (fields: Record<string, string>) => Promise<unknown>): FakeEthereumProvider {
    const provider = createFakeEthereumWallet({ behavior: 'good' })
    const request: FakeEthereumProvider['request'] = (asked) => {
      if (asked.method !== 'wallet_connect') return provider.request(asked)
      provider.methods.push(asked.method)
      const [{ capabilities }] = asked.params as [{ capabilities: { signInWithEthereum: Record<string, string> } }]
      return answer(capabilities.signInWithEthereum)
    }
    return { ...provider, request }
  }
  const write = ({ nonce, issuedAt, expirationTime }: Record<string, string>, chainId = '1'): string => {
    const { message } = createWalletChallengeFixture(1)
    const fields = { ...message, nonce: nonce ?? '', issuedAt: issuedAt ?? '', expirationTime: expirationTime ?? '' }
    return formatMessageWithOffsets({ ...fields, address: alice.address, chainId }).text
  }
  const connected = (capability: unknown) => ({
    accounts: [{ address: alice.address, capabilities: { signInWithEthereum: capability } }],
  })

  test('connects and signs in with one wallet prompt', async () => {
    const provider = walletThat(async (fields) => connected({ message: write(fields), signature: '0x1234' }))
    const run = await chooseWalletInTestContext(provider, { atOnce: true })
    await run.pass(10_000)
    expect(run.provider.methods).toEqual(['wallet_connect'])
    expect(run.submitted).toEqual([
      { text: write({ ...parseSignInMessage(run.submitted[0]?.text ?? '') } as never), signature: '0x1234' },
    ])
    expect(run.at()).toBe('done')
    expect(run.phases).not.toContain('signing')
  })

  test('falls back to separate prompts when the wallet does not support a single prompt', async () => {
    const run = await chooseWalletInTestContext('good', { atOnce: true })
    await run.pass(10_000)
    expect(run.provider.methods).toEqual(['wallet_connect', 'eth_requestAccounts', 'eth_chainId', 'personal_sign'])
    expect(run.at()).toBe('done')
  })

  test.each<[string, (fields: Record<string, string>) => unknown]>([
    ['an error inside the capability', () => connected({ code: 4200, message: 'no' })],
    ['a different message', (fields) => connected({ message: `${write(fields)} `, signature: '0x1234' })],
    ['no capability', () => connected(undefined)],
  ])('connects the wallet and asks it to sign when it responds with %s', async (_what, answer) => {
    const run = await chooseWalletInTestContext(
      walletThat(async (fields) => answer(fields)),
      { atOnce: true },
    )
    await run.pass(10_000)
    expect(run.provider.methods.filter((method) => method !== 'eth_chainId')).toEqual([
      'wallet_connect',
      'personal_sign',
    ])
    expect(run.submitted.map(({ text }) => text)).toEqual(run.provider.texts)
  })

  test('treats a declined prompt as a declined connection', async () => {
    const run = await chooseWalletInTestContext(
      walletThat(() => Promise.reject(Object.assign(new Error('User rejected the request.'), { code: 4001 }))),
      { atOnce: true },
    )
    await run.pass(10_000)
    expect(run.provider.methods).toEqual(['wallet_connect'])
    expect(run.at()).toBe('connection-declined')
  })

  test('is used only for sign-ins', async () => {
    const run = await chooseWalletInTestContext('good', {
      atOnce: true,
      purpose: { for: 'step-up', addresses: [alice.address] },
    })
    await run.pass(10_000)
    expect(run.provider.methods).not.toContain('wallet_connect')
  })
})
