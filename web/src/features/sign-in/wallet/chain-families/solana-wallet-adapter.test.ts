// Tests Solana wallets behind the EIP-1193 adapter.
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

describe('Solana wallet', () => {
  test.each([[['signIn', 'signMessage']], [['signMessage']], [['signIn']]] as const)(
    'with the features %j signs the given text for its shared account',
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

  test.each(['signIn', 'signMessage'] as const)(
    'with the feature %s signs a message bound to a request',
    async (feature) => {
      const { provider } = createSolanaTestWalletProvider({ supportedFeatures: [feature] })
      const [address = ''] = await connectTestWalletAccounts(provider)
      const text = `${solanaMessageTextFixture}\nResources:\n- urn:countersign:binding:sha256:abc`
      expect(inspectMessageSignature(await signTextWithTestWallet(provider, address, text), text)).toMatchObject({
        signer: address,
        matches: true,
      })
    },
  )

  test('connects and signs in with one prompt if supported, with the same text as the page', async () => {
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
    ['signs-offchain-old', 'wallet.old_hardware_app'],
    ['declines-sign', 'declined'],
  ] as const)('S15: with the behavior %s counts as not signed: %s', async (behavior, failure) => {
    for (const supportedFeatures of [['signMessage'], ['signIn']] as const) {
      const { provider } = createSolanaTestWalletProvider({ behavior, supportedFeatures })
      const [address = ''] = await connectTestWalletAccounts(provider)
      expect(await readTestWalletErrorKind(signTextWithTestWallet(provider, address))).toBe(failure)
    }
  })

  test.each([
    ['signs-offchain-v0', 'signMessage'],
    ['signs-offchain-v1', 'signMessage'],
    ['signs-offchain-v0', 'signIn'],
    ['good', 'signOffchainMessage'],
  ] as const)(
    'submits the off-chain message of a hardware wallet as an envelope: %s, %s',
    async (behavior, feature) => {
      const { provider } = createSolanaTestWalletProvider({ behavior, supportedFeatures: [feature] })
      const [address = ''] = await connectTestWalletAccounts(provider)
      const signature = await signTextWithTestWallet(provider, address)
      expect(inspectMessageSignature(signature, solanaMessageTextFixture)).toMatchObject({
        form: 'solana-offchain',
        signer: address,
        matches: true,
      })
    },
  )

  test('S15: with a changed text counts as not signed, whatever the form of the signature', async () => {
    const { provider, wallet } = createSolanaTestWalletProvider({ supportedFeatures: ['signOffchainMessage'] })
    const [address = ''] = await connectTestWalletAccounts(provider)
    const domain = [0xff, ...new TextEncoder().encode('solana offchain')]
    const signedOffchainMessage = Uint8Array.of(...domain, 1, 1, ...new Uint8Array(32), 0x61)
    const feature = wallet.features['solana:signOffchainMessage'] as { signOffchainMessage: () => Promise<unknown> }
    feature.signOffchainMessage = async () => [{ signedOffchainMessage, signature: new Uint8Array(65) }]
    expect(await readTestWalletErrorKind(signTextWithTestWallet(provider, address))).toBe('wallet.text_changed')
  })

  test('signs off-chain messages if it can, and the text itself if it cannot', async () => {
    const supportedFeatures = ['signMessage', 'signOffchainMessage'] as const
    const { provider, methods, play } = createSolanaTestWalletProvider({ supportedFeatures })
    const [address = ''] = await connectTestWalletAccounts(provider)
    await signTextWithTestWallet(provider, address)
    expect(methods.at(-1)).toBe('solana:signOffchainMessage 1')
    play('refuses-offchain')
    const signature = await signTextWithTestWallet(provider, address)
    expect(methods.slice(-2)).toEqual(['solana:signOffchainMessage 1', 'solana:signMessage'])
    expect(inspectMessageSignature(signature, solanaMessageTextFixture)).toMatchObject({
      form: 'ed25519',
      matches: true,
    })
    play('declines-sign')
    expect(await readTestWalletErrorKind(signTextWithTestWallet(provider, address))).toBe('declined')
    expect(methods.slice(-1)).toEqual(['solana:signOffchainMessage 1'])
  })

  test('cannot sign if it refuses off-chain messages and has no other feature for texts', async () => {
    const { provider } = createSolanaTestWalletProvider({
      behavior: 'refuses-offchain',
      supportedFeatures: ['signOffchainMessage'],
    })
    const [address = ''] = await connectTestWalletAccounts(provider)
    expect(await readTestWalletErrorKind(signTextWithTestWallet(provider, address))).toBe('cannot-sign')
  })

  test('signs in with one prompt on a hardware wallet', async () => {
    const { provider } = createSolanaTestWalletProvider({ behavior: 'signs-offchain-v1' })
    const answer = await provider.request({
      method: 'wallet_connect',
      params: [{ version: '1', capabilities: { signInWithEthereum: signInMessageFieldsFixture } }],
    })
    expect(answer).toMatchObject({
      accounts: [{ capabilities: { signInWithEthereum: { message: solanaMessageTextFixture } } }],
    })
  })

  test.each([
    ['declines-connect', 'declined'],
    ['locked', 'locked'],
    ['throws-oddly', 'declined'],
  ] as const)('with the behavior %s fails to connect: %s', async (behavior, failure) => {
    expect(
      await readTestWalletErrorKind(connectTestWalletAccounts(createSolanaTestWalletProvider({ behavior }).provider)),
    ).toBe(failure)
  })

  test('refuses to sign for an unshared account and reports an account switch', async () => {
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
