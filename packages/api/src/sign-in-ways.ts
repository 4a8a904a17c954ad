// The ways to sign in that metrics and alerts distinguish.
import { signInMethods } from './sign-in-methods.ts'
import { walletAppCatalog } from './wallet-app-catalog.ts'

/** What a browser says about a wallet that is not in the catalog, or about a pasted signature. */
export const unlistedWalletApps = ['manual', 'other'] as const

/** The only values that are stored or counted for the wallet that a browser names. */
export const walletAppIds: readonly string[] = [...walletAppCatalog.map(({ id }) => id), ...unlistedWalletApps]

/** A sign-in with another device names no wallet. */
export const anotherDeviceWay = 'another-device'

/** A sign-in method, a wallet app, or another device. */
export const signInWays: readonly string[] = [...signInMethods, anotherDeviceWay, ...walletAppIds]

/** Failures in the browser before it sends anything to the server. */
export const browserSignInFailureReasons = [
  'wallet-failed',
  'cannot-sign',
  'disconnected',
  'window-blocked',
  'no-account',
  'script-failed',
] as const
export type BrowserSignInFailureReason = (typeof browserSignInFailureReasons)[number]

export const maxWalletNameLength = 64

const simplify = (name: string): string => name.toLowerCase().replaceAll(/\bwallet\b|[^a-z0-9]/g, '')

const idsByName = new Map(
  walletAppCatalog.flatMap(({ id, name }) => [
    [simplify(id), id],
    [simplify(name), id],
  ]),
)

/**
 * Finds the catalog ID of a wallet by the name that it gave itself. The name proves nothing.
 *
 * @example
 * findWalletAppId('OKX Wallet') // 'okx'
 * findWalletAppId('My own wallet') // 'other'
 */
export const findWalletAppId = (name: string): string =>
  name === 'manual' ? 'manual' : (idsByName.get(simplify(name.slice(0, maxWalletNameLength))) ?? 'other')
