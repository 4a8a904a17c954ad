// Claims on the command line, a sentence each: `groups as roles`, `groups in id-token`, `tenant = acme`, `roles from admins:Admin`, `role first-of admins:Admin`.
// What cannot be read as one becomes a member that the check of a definition refuses, by its place.

/** The member `claims` that these options stand for; all empty texts take everything back. */
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

/** `admins:Admin staff:Viewer`; a role may have colons, a group cannot. */
const parseRoleMap = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split(/[\s,]+/)
      .filter((word) => word !== '')
      .map((word) => [word.split(':')[0] ?? '', word.split(':').slice(1).join(':')]),
  )
