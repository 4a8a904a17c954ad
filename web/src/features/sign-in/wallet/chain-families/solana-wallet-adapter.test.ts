// Solana wallets, asked as if they were Ethereum wallets.
import { inspectMessageSignature } from '@countersign/inspector/inspect-message-signature'
import { createSolanaTestKey } from '@countersign/testing/solana-test-keys'
import { describe, expect, test } from 'vitest'
import {
  signInMessageFieldsFixture,
  solanaMessageTextFixture,
  createSolanaTestWalletProvider,
  connectTestWalletAccounts,
  signTextWithTestWallet,
  readTestWalletErrorKind,
} from '../../../../testing/non-ethereum-wallet-adapter-test-steps.ts'

describe('a wallet of Solana', () => {
  test.each([[['signIn', 'signMessage']], [['signMessage']], [['signIn']]] as const)(
    'that has %j signs the text that it is given, for the account that it shares',
    async (supportedFeatures) => {
      const { provider, texts } = createSolanaTestWalletProvider({ supportedFeatures })
      const [address = ''] = await connectTestWalletAccounts(provider)
      expect(address).toBe(createSolanaTestKey(1).address)
      expect(await provider.request({ method: 'eth_chainId' })).toBe('solana')
      expect(
        inspectMessageSignature(await signTextWithTestWallet(provider, address), solanaMessageTextFixture),
      ).toMatchObject({
        signer: address,
        matches: true,
      })
      expect(texts).toEqual([solanaMessageTextFixture])
    },
  )

  test('connects and signs in with one window where it can, by the very text that the page would have written', async () => {
    const { provider, methods } = createSolanaTestWalletProvider()
    const asked = { version: '1', capabilities: { signInWithEthereum: signInMessageFieldsFixture } }
    const answer = await provider.request({ method: 'wallet_connect', params: [asked] })
    const { address } = createSolanaTestKey(1)
    expect(answer).toEqual({
      accounts: [
        {
          address,
          capabilities: {
            signInWithEthereum: { message: solanaMessageTextFixture, signature: expect.any(String) as string },
          },
        },
      ],
    })
    expect(methods).toEqual(['solana:signIn'])
    await expect(
      createSolanaTestWalletProvider({ supportedFeatures: ['signMessage'] }).provider.request({
        method: 'wallet_connect',
        params: [asked],
      }),
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
      const { provider } = createSolanaTestWalletProvider({ behavior, supportedFeatures })
      const [address = ''] = await connectTestWalletAccounts(provider)
      expect(await readTestWalletErrorKind(signTextWithTestWallet(provider, address))).toBe(failure)
    }
  })

  test.each([
    ['declines-connect', 'declined'],
    ['locked', 'locked'],
    ['throws-oddly', 'declined'],
  ] as const)('that %s while it connects: %s', async (behavior, failure) => {
    expect(
      await readTestWalletErrorKind(connectTestWalletAccounts(createSolanaTestWalletProvider({ behavior }).provider)),
    ).toBe(failure)
  })

  test('signs for no account that it does not share, and says when it was switched', async () => {
    const { provider, switchAccount } = createSolanaTestWalletProvider()
    await connectTestWalletAccounts(provider)
    const [, other] = [createSolanaTestKey(1).address, createSolanaTestKey(2).address]
    expect(await readTestWalletErrorKind(signTextWithTestWallet(provider, other))).toBe('no-account')
    const heard: unknown[] = []
    provider.on?.('accountsChanged', (accounts) => heard.push(accounts))
    switchAccount()
    expect(heard).toEqual([[other]])
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([other])
  })
})
