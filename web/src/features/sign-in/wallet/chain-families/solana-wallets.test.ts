// Solana wallets, asked as if they were Ethereum wallets.
import { inspectSignature } from '@countersign/inspector/inspect-signature'
import { createSolanaTestKey } from '@countersign/testing/solana-test-keys'
import { describe, expect, test } from 'vitest'
import { fields, text, solana, connect, sign, failureOf } from '../../../../testing/test-non-ethereum-wallets.ts'

describe('a wallet of Solana', () => {
  test.each([[['signIn', 'signMessage']], [['signMessage']], [['signIn']]] as const)(
    'that has %j signs the text that it is given, for the account that it shares',
    async (supportedFeatures) => {
      const { provider, texts } = solana({ supportedFeatures })
      const [address = ''] = await connect(provider)
      expect(address).toBe(createSolanaTestKey(1).address)
      expect(await provider.request({ method: 'eth_chainId' })).toBe('solana')
      expect(inspectSignature(await sign(provider, address), text)).toMatchObject({ signer: address, matches: true })
      expect(texts).toEqual([text])
    },
  )

  test('connects and signs in with one window where it can, by the very text that the page would have written', async () => {
    const { provider, methods } = solana()
    const asked = { version: '1', capabilities: { signInWithEthereum: fields } }
    const answer = await provider.request({ method: 'wallet_connect', params: [asked] })
    const { address } = createSolanaTestKey(1)
    expect(answer).toEqual({
      accounts: [
        { address, capabilities: { signInWithEthereum: { message: text, signature: expect.any(String) as string } } },
      ],
    })
    expect(methods).toEqual(['solana:signIn'])
    await expect(
      solana({ supportedFeatures: ['signMessage'] }).provider.request({ method: 'wallet_connect', params: [asked] }),
    ).rejects.toMatchObject({ code: 4200 })
  })

  test.each([
    ['adds-line-feed', 'wallet.text_changed'],
    ['reorders', 'wallet.text_changed'],
    ['leaves-out', 'wallet.text_changed'],
    ['prefixes', 'wallet.text_prefixed'],
    ['declines-sign', 'declined'],
  ] as const)('S15 that %s has not signed: %s', async (behavior, failure) => {
    for (const supportedFeatures of [['signMessage'], ['signIn']] as const) {
      const { provider } = solana({ behavior, supportedFeatures })
      const [address = ''] = await connect(provider)
      expect(await failureOf(sign(provider, address))).toBe(failure)
    }
  })

  test.each([
    ['declines-connect', 'declined'],
    ['locked', 'locked'],
    ['throws-oddly', 'declined'],
  ] as const)('that %s while it connects: %s', async (behavior, failure) => {
    expect(await failureOf(connect(solana({ behavior }).provider))).toBe(failure)
  })

  test('signs for no account that it does not share, and says when it was switched', async () => {
    const { provider, switchAccount } = solana()
    await connect(provider)
    const [, other] = [createSolanaTestKey(1).address, createSolanaTestKey(2).address]
    expect(await failureOf(sign(provider, other))).toBe('no-account')
    const heard: unknown[] = []
    provider.on?.('accountsChanged', (accounts) => heard.push(accounts))
    switchAccount()
    expect(heard).toEqual([[other]])
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([other])
  })
})
