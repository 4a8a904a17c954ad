// Whole numbers as the C2SP formats write them: ASCII decimal without leading zeros.

/**
 * The number, or undefined where the text is not the one spelling of a number up to 2⁵³ − 1. The formats allow larger ones, which no tree will reach.
 */
export function parseDecimal(text: string): number | undefined {
  if (!/^(?:0|[1-9][0-9]{0,15})$/.test(text)) return undefined
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : undefined
}
