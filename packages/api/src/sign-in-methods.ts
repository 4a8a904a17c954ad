// The sign-in methods that applications can distinguish.
import type { ChainNamespace } from '@countersign/message'

/** `key` and `contract` are EVM wallets. */
export const signInMethods = ['key', 'contract', 'solana', 'bitcoin', 'passkey'] as const
export type SignInMethod = (typeof signInMethods)[number]

export const chainNamespaceBySignInMethod = {
  key: 'eip155',
  contract: 'eip155',
  solana: 'solana',
  bitcoin: 'bip122',
  passkey: null,
} as const satisfies Record<SignInMethod, ChainNamespace | null>

/** Keyed by the proof method recorded in the audit log. */
export const signInMethodByProofMethod: ReadonlyMap<string, SignInMethod> = new Map([
  ['ecdsa', 'key'],
  ['ed25519', 'solana'],
  ['bip322', 'bitcoin'],
  ['bip137', 'bitcoin'],
  ['erc1271', 'contract'],
  ['erc6492', 'contract'],
  ['passkey', 'passkey'],
])
