// Short form of the nonce of a sign-in message, which has about 70 letters and digits.

/** Longer codes are shortened. */
export const maxShownCodeLength = 20

export const shortenOneTimeCode = (code: string): string => `${code.slice(0, 4)}…${code.slice(-4)}`

/** For display only. The text is returned unchanged if its code is short. */
export function shortenOneTimeCodeInText(text: string, code: string): string {
  const line = `\nNonce: ${code}\n`
  // A statement may contain the same words, but it is above the fields (ERC-4361 §Message Format).
  const start = text.lastIndexOf(line)
  if (code.length <= maxShownCodeLength || start === -1) return text
  return `${text.slice(0, start)}\nNonce: ${shortenOneTimeCode(code)}\n${text.slice(start + line.length)}`
}
