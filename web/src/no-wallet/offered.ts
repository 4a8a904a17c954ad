// Which wallets are offered here, of those that are known: those that the operator has named, in that order. One that proves an account of no
// chain family that signs in here is left out, because whoever got it would come back with it for nothing.
import type { CallAnswer } from '@countersign/api/calls'
import { findKnownWallet } from '@countersign/api/known-wallets'
import type { KnownWallet } from '@countersign/api/known-wallets'

export type FirstWays = CallAnswer<'readFirstWays'>

/** A server that is newer than this page may name one that it does not know. */
export const offeredWallets = ({ namespaces, wallets }: Pick<FirstWays, 'namespaces' | 'wallets'>): KnownWallet[] =>
  wallets
    .flatMap((id) => findKnownWallet(id) ?? [])
    .filter((wallet) => wallet.namespaces.some((name) => namespaces.includes(name)))
