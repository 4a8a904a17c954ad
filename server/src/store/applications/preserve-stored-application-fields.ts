// Members of an existing application that stay as they are stored where a file, or a page of an earlier release, does not name them: their defaults
// are for new applications, and a default that changes with a release must not change an application that exists.
import type { ApplicationDefinition } from './application-definition-types.ts'

const preservedMembers = [
  'preferredUsername',
  'pkce',
  'idTokenAlgorithm',
] as const satisfies readonly (keyof ApplicationDefinition)[]

/**
 * The definition with the stored values of the members that were left out.
 * @param before the stored definition; undefined for a new application
 * @param definition the completed definition
 * @param named the members that were written or sent
 */
export function preserveStoredApplicationFields(
  before: ApplicationDefinition | undefined,
  definition: ApplicationDefinition,
  named: readonly string[],
): ApplicationDefinition {
  if (before === undefined) return definition
  const kept = preservedMembers.filter((member) => !named.includes(member) && canPreserveMember(member, definition))
  return { ...definition, ...Object.fromEntries(kept.map((member) => [member, before[member]])) }
}

/** A client that becomes public needs PKCE, and one with a security profile what the profile sets, whatever is stored. */
const canPreserveMember = (
  member: (typeof preservedMembers)[number],
  { authentication, profile }: ApplicationDefinition,
): boolean => (member !== 'pkce' || authentication !== 'none') && (member === 'preferredUsername' || profile === 'none')
