// Keeps stored values of omitted members, so that new defaults affect only new applications.
import type { ApplicationDefinition } from './application-definition-types.ts'

const preservedMembers = [
  'preferredUsername',
  'pkce',
  'idTokenAlgorithm',
  'product',
] as const satisfies readonly (keyof ApplicationDefinition)[]

export function preserveStoredApplicationFields(
  before: ApplicationDefinition | undefined,
  definition: ApplicationDefinition,
  named: readonly string[],
): ApplicationDefinition {
  if (before === undefined) return definition
  const kept = preservedMembers.filter((member) => !named.includes(member) && canPreserveMember(member, definition))
  return { ...definition, ...Object.fromEntries(kept.map((member) => [member, before[member]])) }
}

/** Some members exclude each other, and a security profile sets its own members. */
function canPreserveMember(
  member: (typeof preservedMembers)[number],
  { authentication, profile, subjectType, sectorIdentifierUri }: ApplicationDefinition,
): boolean {
  if (member === 'product') return subjectType === 'pairwise' && sectorIdentifierUri === null
  if (member === 'preferredUsername') return true
  return profile === 'none' && (member !== 'pkce' || authentication !== 'none')
}
