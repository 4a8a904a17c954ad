// The signed-in person, as their claims describe them.

/**
 * The wallet that the person shares with the application, as in the claims `wallet` (CAIP-10) and
 * `wallet_kind`. It can be another wallet than the one that signed in.
 * @example
 * ```ts
 * import type { UserWallet } from '@countersign/react'
 *
 * const wallet: UserWallet = {
 *   namespace: 'eip155',
 *   chain: '1',
 *   address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
 *   kind: 'key',
 * }
 * `${wallet.namespace}:${wallet.chain}` // => 'eip155:1'
 * ```
 */
export interface UserWallet {
  /** CAIP-2 namespace: `eip155`, `solana` or `bip122`. */
  readonly namespace: string
  /** CAIP-2 reference, such as `1` for Ethereum. */
  readonly chain: string
  readonly address: string
  /** Null if the server does not say. */
  readonly kind: 'key' | 'contract' | null
}

/**
 * The signed-in person. `sub` is the identifier to store; the other members can change.
 * @example
 * ```ts
 * import type { User } from '@countersign/react'
 *
 * const user: User = { sub: 'a1', name: null, wallet: null, groups: ['members'], claims: { sub: 'a1' } }
 * user.groups.includes('members') // => true
 * ```
 */
export interface User {
  readonly sub: string
  /** The display name, or the username. Null if the application may not see one. */
  readonly name: string | null
  /** Null without the scope `wallet`, and for people without a wallet. */
  readonly wallet: UserWallet | null
  /** The IDs of the person's groups. Empty without the scope `groups`. */
  readonly groups: readonly string[]
  /** All claims of the ID token and of userinfo. */
  readonly claims: Readonly<Record<string, unknown>>
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** @param claims of a validated ID token, and of userinfo for the same `sub` */
export function readUser(claims: Readonly<Record<string, unknown>>): User {
  const { sub, name, preferred_username: username, groups } = claims
  return {
    sub: String(sub),
    name: [name, username].find(isText) ?? null,
    wallet: readWallet(claims),
    groups: Array.isArray(groups) ? groups.filter(isText) : [],
    claims,
  }
}

/** CAIP-10: namespace, reference and address, separated by colons. */
function readWallet({ wallet, wallet_kind: kind }: Readonly<Record<string, unknown>>): UserWallet | null {
  const [, namespace, chain, address] =
    (typeof wallet === 'string' && /^([-a-z0-9]{3,8}):([-_a-zA-Z0-9]{1,32}):([-.%a-zA-Z0-9]{1,128})$/.exec(wallet)) ||
    []
  if (!namespace || !chain || !address) return null
  return { namespace, chain, address, kind: kind === 'key' || kind === 'contract' ? kind : null }
}

/** Such as `0x5aAe…eAed`, for a narrow button. */
export const shortenAddress = (address: string): string =>
  address.length > 13 ? `${address.slice(0, 6)}…${address.slice(-4)}` : address
