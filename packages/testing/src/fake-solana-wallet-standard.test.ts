// The fake wallets are wallets for the standards' own libraries too.
import { getWallets } from '@wallet-standard/app'
import { verifySignIn } from '@solana/wallet-standard-util'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSolanaTestWallet } from './fake-non-evm-wallets.ts'

beforeEach(() => vi.stubGlobal('window', Object.assign(new EventTarget(), { console })))
afterEach(() => void vi.unstubAllGlobals())

test('a fake wallet of Solana is found by the Wallet Standard’s library, and signs in what its verifier takes', async () => {
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
