// Formats and compares wallet addresses; the server checks whether they are valid.

/** Only Ethereum addresses can be spelled in several ways (ERC-55). */
export const hasEthereumAddressPrefix = (address: string): boolean => address.startsWith('0x')

export const isWalletAddressLike = (text: string): boolean => /^(?:0x[0-9a-f]{40}|(?!0x)[0-9a-z]{26,90})$/i.test(text)

export const normalizeWalletAddress = (address: string): string =>
  hasEthereumAddressPrefix(address) ? address.toLowerCase() : address

export const isSameWalletAddress = (one: string, other: string): boolean =>
  normalizeWalletAddress(one) === normalizeWalletAddress(other)

/** Keeps more of a Bitcoin address, because its prefix is always the same (BIP-173). */
export function shortenWalletAddress(address: string): string {
  const start = /^(bc|tb|bcrt)1/.test(address) ? 8 : 6
  return address.length <= 12 ? address : `${address.slice(0, start)}…${address.slice(-4)}`
}

export function splitAddressIntoGroups(address: string): string[] {
  const prefix = hasEthereumAddressPrefix(address) ? ['0x'] : []
  return [...prefix, ...(address.slice(prefix.join('').length).match(/.{1,4}/g) ?? [])]
}
