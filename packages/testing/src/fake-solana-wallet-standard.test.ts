// Tests that the fake wallets work with the standards' own libraries.
import { getWallets } from '@wallet-standard/app'
import { verifySignIn } from '@solana/wallet-standard-util'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSolanaTestWallet } from './fake-non-evm-wallets.ts'

beforeEach(() => vi.stubGlobal('window', Object.assign(new EventTarget(), { console })))
afterEach(() => void vi.unstubAllGlobals())

test('the fake Solana wallet works with the Wallet Standard registry and the sign-in verifier', async () => {
  const { wallet } = createSolanaTestWallet({ name: 'Sun' })
  const { get, register } = getWallets()
  register(wallet as unknown as Parameters<typeof register>[0])
  const [found] = get()
  expect(found?.name).toBe('Sun')
  const { signIn } = found!.features['solana:signIn'] as {
    signIn: (input: object) => Promise<readonly Parameters<typeof verifySignIn>[1][]>
  }
  const input = { domain: 'site.example', statement: 'Sign in.', nonce: '8mzv3kcq7h2ydx5w', version: '1' }
  const [output] = await signIn(input)
  expect(verifySignIn(input, output!)).toBe(true)
  expect(verifySignIn({ ...input, nonce: 'another8' }, output!)).toBe(false)
})
