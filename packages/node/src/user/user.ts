// The signed-in person, as an application sees them.

/**
 * The wallet that the person shares with the application.
 *
 * @example
 * ```ts
 * import type { UserWallet } from '@countersign/node'
 *
 * const wallet: UserWallet = {
 *   namespace: 'eip155',
 *   chain: '1',
 *   address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
 *   kind: 'key',
 * }
 * `${wallet.namespace}:${wallet.chain}` // => 'eip155:1'
 * ```
 */
export interface UserWallet {
  /** The CAIP-2 namespace, such as `eip155`, `solana` or `bip122`. */
  readonly namespace: string
  /** The CAIP-2 reference of the chain, such as `1`. */
  readonly chain: string
  readonly address: string
  /** Null if the server does not report it. */
  readonly kind: 'key' | 'contract' | null
}

/**
 * The signed-in person. Identify people by `sub`, because names and wallets change.
 *
 * @example
 * ```ts
 * import type { User } from '@countersign/node'
 *
 * const greet = ({ name, wallet }: User): string => `Hello ${name ?? wallet?.address ?? 'there'}`
 * greet({ sub: 'a1', name: 'Alice', wallet: null, groups: [], clientId: 'shop', scopes: [], claims: {} }) // => 'Hello Alice'
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
  /** The application that the token or session belongs to. */
  readonly clientId: string
  /** The granted scopes. */
  readonly scopes: readonly string[]
  /** All claims, as the server sent them. */
  readonly claims: Readonly<Record<string, unknown>>
}

/**
 * The caller of an API: a person, or a program with its own client credentials. It has the same
 * members as `User`; `name` is null because access tokens contain no name.
 *
 * @example
 * ```ts
 * import type { ApiUser } from '@countersign/node'
 *
 * const canWrite = ({ scopes }: ApiUser): boolean => scopes.includes('write')
 * canWrite({ sub: 'a1', name: null, wallet: null, groups: [], clientId: 'shop', scopes: ['read'], claims: {} }) // => false
 * ```
 */
export type ApiUser = User

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

export function createUserFromClaims(
  claims: Readonly<Record<string, unknown>>,
  { clientId, scopes }: { clientId: string; scopes: readonly string[] },
): User {
  const { sub, name, preferred_username: username, groups } = claims
  return {
    sub: text(sub) ?? '',
    name: text(name) ?? text(username),
    wallet: parseWalletClaim(claims['wallet'], claims['wallet_kind']),
    groups: Array.isArray(groups) ? groups.filter((group) => typeof group === 'string') : [],
    clientId,
    scopes,
    claims,
  }
}

/** @param account a CAIP-10 account ID */
function parseWalletClaim(account: unknown, kind: unknown): UserWallet | null {
  const match = /^([-a-z0-9]{3,8}):([-_a-zA-Z0-9]{1,32}):([-.%a-zA-Z0-9]{1,128})$/.exec(text(account) ?? '')
  if (match === null) return null
  const [, namespace = '', chain = '', address = ''] = match
  return { namespace, chain, address, kind: kind === 'key' || kind === 'contract' ? kind : null }
}

/** The scopes of a space-delimited list (RFC 6749 §3.3). */
export const parseScopes = (list: unknown): readonly string[] =>
  typeof list === 'string' ? list.split(' ').filter((scope) => scope !== '') : []
