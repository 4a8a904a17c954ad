// A registered address can come from a stranger, and its block of settings is pasted into files and
// shells (THREATS O40).

/** Shells replace `~` after `:` or `=` with a home directory. */
const unsafeCharacters = /[^A-Za-z0-9._~:/?=+@%-]|(?<=^|[:=])~/gu
const ipv6Origin = /^https?:\/\/\[[\da-f:.]+\]/i

/**
 * Percent-encodes every character that a shell, a string literal or a settings format could
 * interpret (RFC 3986 §2.1). Identifiers, secrets and ordinary URLs stay as they are.
 *
 * @param value a URL, a client ID, a client secret or a scope
 * @returns the value, without quotes, spaces, line breaks, brackets and other special characters
 * @example
 * encodeSettingValue("https://a.example/'$(id)") // 'https://a.example/%27%24%28id%29'
 */
export function encodeSettingValue(value: string): string {
  const [origin = ''] = ipv6Origin.exec(value) ?? []
  return origin + value.slice(origin.length).replaceAll(unsafeCharacters, percentEncode)
}

const percentEncode = (character: string): string =>
  [...Buffer.from(character, 'utf8')].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')
