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

/** @throws Error if no family recognizes the address; such an address is never stored */
export function getChainFamilyOfAddress(address: string): ChainFamily {
  const found = Object.values(chainFamilies).find(({ isFamilyAddress }) => isFamilyAddress(address))
  if (found === undefined) throw new Error('A stored address belongs to no chain family')
  return found
}

/** ERC-55 for Ethereum. */
export const formatStoredWalletAddress = (address: string): string =>
  getChainFamilyOfAddress(address).formatAddress(address)

// Text that is not an address is returned unchanged.
export const canonicalizeWalletAddress = (text: string): string =>
  Object.values(chainFamilies)
    .find(({ isFamilyAddress }) => isFamilyAddress(text))
    ?.canonicalizeAddress(text) ?? text

/** Formats a CAIP-10 account ID. @param chain the chain of a contract; null for a key */
export function formatCaip10AccountId(address: string, chain: string | null, site: ChainFamilySettings): string {
  const namespace = getChainFamilyOfAddress(address)
  return `${namespace.name}:${chain ?? namespace.getKeyChain(site, address)}:${namespace.formatAddress(address)}`
}

export function parseWalletAddress(text: string): { namespace: ChainNamespace; address: string } | null {
  for (const { name, parseAddress } of Object.values(chainFamilies)) {
    const address = parseAddress(text)
    if (address !== null) return { namespace: name, address }
  }
  return null
}

const accountIdPattern = /^([-a-z0-9]{3,8}):([-_a-zA-Z0-9]{1,32}):(.*)$/s

export function parseAddressOrAccountId(
  text: string,
): { namespace: ChainNamespace; chain: string | null; address: string } | null {
  const [, name, chain, rest] = accountIdPattern.exec(text) ?? []
  const read = parseWalletAddress(rest ?? text)
  if (read === null || chain === undefined) return read && { ...read, chain: null }
  return read.namespace === name && chainFamilies[name].isValidOnChain(read.address, chain) ? { ...read, chain } : null
}

/** @throws MessageError */
export function parseSignInMessageOfAllowedFamily(
  { namespaces: accepted, limits }: Pick<ServerSettings, 'namespaces' | 'limits'>,
  text: string,
): { namespace: ChainFamily; message: SignInMessage } {
  const [first, ...more] = accepted
  const forms = [chainFamilies[first].messageForm, ...more.map((name) => chainFamilies[name].messageForm)] as const
  const { profile, message } = parseAnySignInMessage(text, forms, { maxLength: limits.messageBytes })
  return { namespace: chainFamilies[profile.namespace], message }
}
