// The chain families that there are, which one an address or a message is of, and what an account of each is called (CAIP-10).
import { parseAnySignInMessage } from '@countersign/message'
import type { SignInMessage, ChainNamespace } from '@countersign/message'
import type { ServerSettings } from '../../platform/server-setting-definitions.ts'
import { bip122ChainFamily } from './bip122-chain-family.ts'
import { eip155ChainFamily } from './eip155-chain-family.ts'
import type { ChainFamilySettings, ChainFamily } from './chain-family.ts'
import { solanaChainFamily } from './solana-chain-family.ts'

export const chainFamilies: Readonly<Record<ChainNamespace, ChainFamily>> = {
  eip155: eip155ChainFamily,
  solana: solanaChainFamily,
  bip122: bip122ChainFamily,
}

/**
 * The family that an address is of, in the spelling that is stored.
 * @throws Error where it is of none, which is never stored
 */
export function getChainFamilyOfAddress(address: string): ChainFamily {
  const found = Object.values(chainFamilies).find(({ isFamilyAddress }) => isFamilyAddress(address))
  if (found === undefined) throw new Error('An address of no chain family is stored')
  return found
}

/** A stored address as people know it: ERC-55 for Ethereum. */
export const formatStoredWalletAddress = (address: string): string =>
  getChainFamilyOfAddress(address).formatAddress(address)

/**
 * An address as it is stored, from whichever spelling its message had. Only of Ethereum are there several: of all others the letter case is part of
 * the address. What is no address stays as it is.
 */
export const canonicalizeWalletAddress = (text: string): string =>
  Object.values(chainFamilies)
    .find(({ isFamilyAddress }) => isFamilyAddress(text))
    ?.canonicalizeAddress(text) ?? text

/** The account that a stored address is (CAIP-10), such as `eip155:1:0x7099…`. @param chain of a contract; null for a key */
export function formatCaip10AccountId(address: string, chain: string | null, site: ChainFamilySettings): string {
  const namespace = getChainFamilyOfAddress(address)
  return `${namespace.name}:${chain ?? namespace.getKeyChain(site, address)}:${namespace.formatAddress(address)}`
}

/** An address that somebody typed, as it is stored, of whichever family; null where it is none. */
export function parseWalletAddress(text: string): { namespace: ChainNamespace; address: string } | null {
  for (const { name, parseAddress } of Object.values(chainFamilies)) {
    const address = parseAddress(text)
    if (address !== null) return { namespace: name, address }
  }
  return null
}

/** CAIP-10: namespace, chain, address. */
const accountIdPattern = /^([-a-z0-9]{3,8}):([-_a-zA-Z0-9]{1,32}):(.*)$/s

/** The same, or a whole account (CAIP-10), whose chain has to be one that its address can be on. @returns `chain` null where none was named */
export function parseAddressOrAccountId(
  text: string,
): { namespace: ChainNamespace; chain: string | null; address: string } | null {
  const [, name, chain, rest] = accountIdPattern.exec(text) ?? []
  const read = parseWalletAddress(rest ?? text)
  if (read === null || chain === undefined) return read && { ...read, chain: null }
  return read.namespace === name && chainFamilies[name].isValidOnChain(read.address, chain) ? { ...read, chain } : null
}

/**
 * Reads a sign-in message of a family that is let in here.
 * @throws MessageError where it is none
 */
export function parseSignInMessageOfAllowedFamily(
  { namespaces: accepted, limits }: Pick<ServerSettings, 'namespaces' | 'limits'>,
  text: string,
): { namespace: ChainFamily; message: SignInMessage } {
  const [first, ...more] = accepted
  const forms = [chainFamilies[first].messageForm, ...more.map((name) => chainFamilies[name].messageForm)] as const
  const { profile, message } = parseAnySignInMessage(text, forms, { maxLength: limits.messageBytes })
  return { namespace: chainFamilies[profile.namespace], message }
}
