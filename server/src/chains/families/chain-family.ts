// A chain family (a CAIP-2 namespace); only this folder knows the formats of its addresses.
import type { MessageProfile, ChainNamespace } from '@countersign/message'
import type { WalletProofMethod } from '../../platform/database/database-column-types.ts'
import type { ServerSettings } from '../../platform/server-setting-definitions.ts'

export type ChainFamilySettings = Pick<ServerSettings, 'chainIds' | 'solanaCluster' | 'bitcoinChain'>

export type Caip10AccountIdServerSettings = Pick<ServerSettings, 'origin'> & ChainFamilySettings

export type WalletKeySignatureResult =
  | { outcome: 'verified'; method: WalletProofMethod }
  | {
      outcome: 'refused'
      reason: string
      isMalformed: boolean
    }

export interface ChainFamily {
  name: ChainNamespace
  messageForm: MessageProfile
  /** No address belongs to two families. */
  isFamilyAddress: (address: string) => boolean
  /** Prevents letter case from turning one wallet into two (THREATS M15). */
  canonicalizeAddress: (address: string) => string
  formatAddress: (address: string) => string
  /** @returns the stored spelling; null if invalid */
  parseAddress: (text: string) => string | null
  isValidOnChain: (address: string, reference: string) => boolean
  /** Chain IDs that a message may name; new messages use the first. */
  getMessageChainIds: (site: ChainFamilySettings) => readonly string[]
  /** The CAIP-2 reference in the account ID of a key, which itself works on every chain. */
  getKeyChain: (site: ChainFamilySettings, address: string) => string
  verifyKeySignature: (
    text: string,
    signature: string,
    address: string,
  ) => WalletKeySignatureResult | Promise<WalletKeySignatureResult>
}
