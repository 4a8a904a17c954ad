// Escapes and shortens text from requests for the log, so that it cannot mislead a terminal.

const maxLength = 300

export function escapeForLog(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const characters = Array.from(value.slice(0, maxLength), (character) =>
    /[\x20-\x7e]/.test(character) ? character : `\\u{${character.codePointAt(0)?.toString(16)}}`,
  )
  return characters.join('') + (value.length > maxLength ? `… (${value.length} characters)` : '')
}
