// The two ways in which an address is written for people: short, to recognise it, and whole in groups of four, to
// compare it.

/** The first six and the last four characters with an ellipsis between; a text that is not longer stays as it is. */
export function shortAddress(address: string): string {
  return address.length <= 12 ? address : `${address.slice(0, 6)}…${address.slice(-4)}`
}

/** The prefix, where there is one, and then groups of four. Joined together they are the address again. */
export function addressGroups(address: string): string[] {
  const prefix = address.startsWith('0x') ? ['0x'] : []
  return [...prefix, ...(address.slice(prefix.join('').length).match(/.{1,4}/g) ?? [])]
}
