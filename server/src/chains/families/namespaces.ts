// The chain families that there are, which one an address or a message is of, and what an account of each is called (CAIP-10).
import { readMessage } from '@countersign/message'
import type { Message, NamespaceName } from '@countersign/message'
import type { Settings } from '../../platform/settings.ts'
import { bip122 } from './bip122.ts'
import { eip155 } from './eip155.ts'
import type { ChainsOfSite, Namespace } from './namespace.ts'
import { solana } from './solana.ts'

export const namespaces: Readonly<Record<NamespaceName, Namespace>> = { eip155, solana, bip122 }

/**
 * The family that an address is of, in the spelling that is stored.
 * @throws Error where it is of none, which is never stored
 */
export function namespaceOf(address: string): Namespace {
  const found = Object.values(namespaces).find(({ has }) => has(address))
  if (found === undefined) throw new Error('An address of no chain family is stored')
  return found
}

/** A stored address as people know it: ERC-55 for Ethereum. */
export const shownAddress = (address: string): string => namespaceOf(address).shown(address)

/**
 * An address as it is stored, from whichever spelling its message had. Only of Ethereum are there several: of all others the letter case is part of
 * the address. What is no address stays as it is.
 */
export const storedAddress = (text: string): string =>
  Object.values(namespaces)
    .find(({ has }) => has(text))
    ?.canonical(text) ?? text

/** The account that a stored address is (CAIP-10), such as `eip155:1:0x7099…`. @param chain of a contract; null for a key */
export function accountOf(address: string, chain: string | null, site: ChainsOfSite): string {
  const namespace = namespaceOf(address)
  return `${namespace.name}:${chain ?? namespace.keyChain(site, address)}:${namespace.shown(address)}`
}

/** An address that somebody typed, as it is stored, of whichever family; null where it is none. */
export function readAnyAddress(text: string): { namespace: NamespaceName; address: string } | null {
  for (const { name, readAddress } of Object.values(namespaces)) {
    const address = readAddress(text)
    if (address !== null) return { namespace: name, address }
  }
  return null
}

/** CAIP-10: namespace, chain, address. */
const accountForm = /^([-a-z0-9]{3,8}):([-_a-zA-Z0-9]{1,32}):(.*)$/s

/** The same, or a whole account (CAIP-10), whose chain has to be one that its address can be on. @returns `chain` null where none was named */
export function readAnyAccount(
  text: string,
): { namespace: NamespaceName; chain: string | null; address: string } | null {
  const [, name, chain, rest] = accountForm.exec(text) ?? []
  const read = readAnyAddress(rest ?? text)
  if (read === null || chain === undefined) return read && { ...read, chain: null }
  return read.namespace === name && namespaces[name].isOn(read.address, chain) ? { ...read, chain } : null
}

/**
 * Reads a sign-in message of a family that is let in here.
 * @throws MessageFault where it is none
 */
export function readOwnMessage(
  { namespaces: accepted, limits }: Pick<Settings, 'namespaces' | 'limits'>,
  text: string,
): { namespace: Namespace; message: Message } {
  const [first, ...more] = accepted
  const forms = [namespaces[first].form, ...more.map((name) => namespaces[name].form)] as const
  const { form, message } = readMessage(text, forms, { maxLength: limits.messageBytes })
  return { namespace: namespaces[form.namespace], message }
}
