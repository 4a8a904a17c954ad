// Decimal integers in C2SP formats, which are ASCII and have no leading zeros.

/** Returns undefined for other texts, and above 2⁵³ − 1, which is more than any tree will need. */
export function parseDecimal(text: string): number | undefined {
  if (!/^(?:0|[1-9][0-9]{0,15})$/.test(text)) return undefined
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : undefined
}
