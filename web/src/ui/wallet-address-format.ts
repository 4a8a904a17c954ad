// What pages know of how addresses are written: of which family one is, when two spellings are one, and the two ways in which people are shown
// it: short, to recognise it, and whole in groups of four, to compare it. Whether it is one is for the server to say.

/** Whether an address is Ethereum's, which alone has several spellings (ERC-55). */
export const hasEthereumAddressPrefix = (address: string): boolean => address.startsWith('0x')

/** Whether a text can be an address of any chain family. */
export const isWalletAddressLike = (text: string): boolean => /^(?:0x[0-9a-f]{40}|(?!0x)[0-9a-z]{26,90})$/i.test(text)

/** The one spelling of an address that pages compare by, and make its rosette of. */
export const normalizeWalletAddress = (address: string): string =>
  hasEthereumAddressPrefix(address) ? address.toLowerCase() : address

export const isSameWalletAddress = (one: string, other: string): boolean =>
  normalizeWalletAddress(one) === normalizeWalletAddress(other)

/**
 * The first six and the last four characters with an ellipsis between; a text that is not longer stays as it is. Of an address of Bitcoin the
 * first eight: half of six would be the same in all of them (BIP-173).
 */
export function shortenWalletAddress(address: string): string {
  const start = /^(bc|tb|bcrt)1/.test(address) ? 8 : 6
  return address.length <= 12 ? address : `${address.slice(0, start)}…${address.slice(-4)}`
}

/** The prefix, where there is one, and then groups of four. Joined together they are the address again. */
export function splitAddressIntoGroups(address: string): string[] {
  const prefix = hasEthereumAddressPrefix(address) ? ['0x'] : []
  return [...prefix, ...(address.slice(prefix.join('').length).match(/.{1,4}/g) ?? [])]
}
