// Keeps stored values of omitted members, so that new defaults affect only new applications.
import type { ApplicationDefinition } from './application-definition-types.ts'

const preservedMembers = [
  'preferredUsername',
  'pkce',
  'idTokenAlgorithm',
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

/** Public clients require PKCE, and a security profile sets its own members. */
const canPreserveMember = (
  member: (typeof preservedMembers)[number],
  { authentication, profile }: ApplicationDefinition,
): boolean => (member !== 'pkce' || authentication !== 'none') && (member === 'preferredUsername' || profile === 'none')
