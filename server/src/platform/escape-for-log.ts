// Text that came with a request, as it is written to the log: bounded, and with everything but printable ASCII escaped, so that no terminal and no
// reader of the log is misled by it.

const maxLength = 300

/**
 * @returns null for what is not text
 *
 * @example escapeForLog('https://app.example/\u202e') // 'https://app.example/\\u{202e}'
 */
export function escapeForLog(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const characters = Array.from(value.slice(0, maxLength), (character) =>
    /[\x20-\x7e]/.test(character) ? character : `\\u{${character.codePointAt(0)?.toString(16)}}`,
  )
  return characters.join('') + (value.length > maxLength ? `… (${value.length} characters)` : '')
}
