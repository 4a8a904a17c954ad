/** "1.5" with 6 decimals becomes "1500000". Null if the text is no such amount. */
export function toSmallestTokenUnit(text: string, decimals: number): string | null {
  const [, whole, fraction = ''] = /^(\d{1,78})(?:\.(\d+))?$/.exec(text.trim()) ?? []
  const digits = fraction.replace(/0+$/, '')
  if (whole === undefined || digits.length > decimals) return null
  return String(BigInt(whole + digits.padEnd(decimals, '0')))
}

/** "1500000" with 6 decimals becomes "1.5". */
export function fromSmallestTokenUnit(exact: string, decimals: number): string {
  const digits = exact.padStart(decimals + 1, '0')
  const cut = digits.length - decimals
  const fraction = digits.slice(cut).replace(/0+$/, '')
  return fraction === '' ? digits.slice(0, cut) : `${digits.slice(0, cut)}.${fraction}`
}
