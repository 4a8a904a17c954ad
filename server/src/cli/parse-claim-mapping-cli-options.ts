// Parses claim options such as `groups as roles`. Validation rejects options that cannot be parsed.

/** If all options are empty texts, all mappings are removed. */
export function parseClaimMappingCliOptions(sentences: readonly string[]): object {
  const claims: {
    rename: Record<string, unknown>
    constants: Record<string, unknown>
    into: Record<string, unknown>
    roles: object | null
    [unread: string]: unknown
  } = { rename: {}, constants: {}, into: {}, roles: null }
  for (const sentence of sentences.map((text) => text.trim()).filter((text) => text !== '')) {
    const [, name = '', verb = '', rest = ''] = /^(\S+?)\s*(=|\s(?:as|in|from|first-of)\s)\s*(.*)$/.exec(sentence) ?? []
    switch (verb.trim()) {
      case 'as':
        claims.rename[name] = rest
        break
      case 'in':
        claims.into[name] = rest
        break
      case '=':
        claims.constants[name] = rest === 'true' || rest === 'false' ? rest === 'true' : rest
        break
      case 'from':
      case 'first-of':
        claims.roles = { claim: name, map: parseRoleMap(rest), form: verb.trim() === 'from' ? 'list' : 'first' }
        break
      default:
        claims[sentence] = null
    }
  }
  return claims
}

/** Format: `admins:Admin staff:Viewer`. Roles may contain colons, but groups cannot. */
const parseRoleMap = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split(/[\s,]+/)
      .filter((word) => word !== '')
      .map((word) => [word.split(':')[0] ?? '', word.split(':').slice(1).join(':')]),
  )
