// Amounts of a token as people write them (1.5), and as its chain counts them: whole numbers of the smallest unit. Nothing is rounded.

/**
 * @param decimals how many digits stand behind the point
 * @returns null for what is no amount in this unit, of which the server says what is wrong with it
 * @example toSmallestTokenUnit('1.5', 6) // => '1500000'
 */
export function toSmallestTokenUnit(text: string, decimals: number): string | null {
  const [, whole, fraction = ''] = /^(\d{1,78})(?:\.(\d+))?$/.exec(text.trim()) ?? []
  const digits = fraction.replace(/0+$/, '')
  if (whole === undefined || digits.length > decimals) return null
  return String(BigInt(whole + digits.padEnd(decimals, '0')))
}

/** @example fromSmallestTokenUnit('1500000', 6) // => '1.5' */
export function fromSmallestTokenUnit(exact: string, decimals: number): string {
  const digits = exact.padStart(decimals + 1, '0')
  const cut = digits.length - decimals
  const fraction = digits.slice(cut).replace(/0+$/, '')
  return fraction === '' ? digits.slice(0, cut) : `${digits.slice(0, cut)}.${fraction}`
}
