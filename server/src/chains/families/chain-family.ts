// What a chain family has to say so that its wallets sign in (a CAIP-2 namespace): how its message is read, how its addresses are spelled,
// and what proves one of its keys. A file a family stands beside this; nothing else on this server knows an address form.
import type { MessageProfile, ChainNamespace } from '@countersign/message'
import type { WalletProofMethod } from '../../platform/database/database-column-types.ts'
import type { ServerSettings } from '../../platform/server-setting-definitions.ts'

/** Which chain of each family this server is for. */
export type ChainFamilySettings = Pick<ServerSettings, 'chainIds' | 'solanaCluster' | 'bitcoinChain'>

/** What of this server an account's name depends on: its address, and those chains. */
export type Caip10AccountIdServerSettings = Pick<ServerSettings, 'origin'> & ChainFamilySettings

/** Whether a signature is that of an address's key. */
export type WalletKeySignatureResult =
  | { outcome: 'verified'; method: WalletProofMethod }
  | {
      outcome: 'refused'
      /** For the log. */
      reason: string
      /** Whether it could not be a signature of this kind at all, whoever made it. */
      isMalformed: boolean
    }

export interface ChainFamily {
  name: ChainNamespace
  messageForm: MessageProfile
  /** Whether an address in the one spelling that is stored is of this family. No two families have one in common. */
  isFamilyAddress: (address: string) => boolean
  /** The one spelling that is stored of an address that its message has: whatever mix of cases comes in, one wallet (THREATS M15). */
  canonicalizeAddress: (address: string) => string
  /** The address as people know it, from the one that is stored. */
  formatAddress: (address: string) => string
  /** The address that somebody typed, as it is stored; null where it is none. */
  parseAddress: (text: string) => string | null
  /** Whether a chain (CAIP-2 reference) is one on which the address, as it is stored, can be an account (CAIP-10). */
  isValidOnChain: (address: string, reference: string) => boolean
  /** The ways in which a message may name its chain here; the first is the one that is issued. */
  getMessageChainIds: (site: ChainFamilySettings) => readonly string[]
  /** The chain that the key of an address, as it is stored, is told with (CAIP-2 reference): it is one identity on all of its family, but CAIP-10
   * names one. */
  getKeyChain: (site: ChainFamilySettings, address: string) => string
  /** @param text as it came in */
  verifyKeySignature: (
    text: string,
    signature: string,
    address: string,
  ) => WalletKeySignatureResult | Promise<WalletKeySignatureResult>
}
