// The two ways in which an address is written for people: short, to recognise it, and whole in groups of four, to
// compare it.

/**
 * The first six and the last four characters with an ellipsis between; a text that is not longer stays as it is. Of an address of Bitcoin the
 * first eight: half of six would be the same in all of them (BIP-173).
 */
export function shortAddress(address: string): string {
  const start = /^(bc|tb|bcrt)1/.test(address) ? 8 : 6
  return address.length <= 12 ? address : `${address.slice(0, start)}…${address.slice(-4)}`
}

/** The prefix, where there is one, and then groups of four. Joined together they are the address again. */
export function addressGroups(address: string): string[] {
  const prefix = address.startsWith('0x') ? ['0x'] : []
  return [...prefix, ...(address.slice(prefix.join('').length).match(/.{1,4}/g) ?? [])]
}
