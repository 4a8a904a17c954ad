// The ways of signing in that an application can tell apart, and what else stands for one.
import type { ChainNamespace } from '@countersign/message'

/** A key of an Ethereum or other EVM wallet, a contract wallet there, a key of a Solana wallet, a Bitcoin address, a passkey. */
export const signInMethods = ['key', 'contract', 'solana', 'bitcoin', 'passkey'] as const
export type SignInMethod = (typeof signInMethods)[number]

/** The chain family of the wallet; a passkey has none. */
export const chainNamespaceBySignInMethod = {
  key: 'eip155',
  contract: 'eip155',
  solana: 'solana',
  bitcoin: 'bip122',
  passkey: null,
} as const satisfies Record<SignInMethod, ChainNamespace | null>

/** Which of them the method is by which something was proved, as the log names it. */
export const signInMethodByProofMethod: ReadonlyMap<string, SignInMethod> = new Map([
  ['ecdsa', 'key'],
  ['ed25519', 'solana'],
  ['bip322', 'bitcoin'],
  ['erc1271', 'contract'],
  ['erc6492', 'contract'],
  ['passkey', 'passkey'],
])
