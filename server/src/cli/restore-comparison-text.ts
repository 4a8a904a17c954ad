// Words and counts for what a restore loses and ends.
import type { DatabaseComparison } from '../admin/restore/compare-databases.ts'

/** Counts alone: the records themselves have hashed secrets. */
export const countCompared = (comparison: DatabaseComparison | null): object => ({
  lost: comparison?.lost ?? null,
  ended:
    comparison &&
    Object.fromEntries(
      Object.entries(comparison.revived).map(([name, value]) => [name, Array.isArray(value) ? value.length : value]),
    ),
})

export const formatCount = (count: number, one: string, more: string): string => `${count} ${count === 1 ? one : more}`

export function formatComparison(head: string, isThere: boolean, comparison: DatabaseComparison | null): string {
  const begin = `The copy is whole; its log ends at ${head}.`
  if (comparison === null)
    return isThere
      ? `${begin}\nThe present database cannot be read: what came or ended after the copy is not known.`
      : `${begin}\nThere is no present database to compare it with.`
  const { lost, revived } = comparison
  const people = formatCount(lost.people, 'person', 'people')
  const ended = [
    formatCount(revived.suspended.length, 'person who was suspended', 'people who were suspended'),
    formatCount(revived.erased.length, 'person who was erased', 'people who were erased'),
    formatCount(revived.wallets.length, 'wallet', 'wallets'),
    formatCount(revived.passkeys.length, 'passkey', 'passkeys'),
    formatCount(revived.roles.length, 'role', 'roles'),
    formatCount(revived.grants.length, 'consent', 'consents'),
    formatCount(revived.applications.length, 'application', 'applications'),
    formatCount(revived.changedApplications.length, 'change of an application', 'changes of applications'),
    formatCount(revived.changedResources.length, 'change of a resource', 'changes of resources'),
    formatCount(revived.tokens.length, 'token', 'tokens'),
  ].filter((text) => !text.startsWith('0 '))
  return [
    begin,
    `Lost with the present one: ${formatCount(lost.lines, 'line', 'lines')} of the log, ${people}, ${formatCount(lost.wallets, 'wallet', 'wallets')}, ${formatCount(lost.passkeys, 'passkey', 'passkeys')}, ${formatCount(lost.applications, 'application', 'applications')}.`,
    ...(lost.people === 0 ? [] : ['Whoever came since is somebody new to every application when they come again.']),
    `Ended since, and ended again: ${ended.length === 0 ? 'nothing' : ended.join(', ')}. Besides, everybody is signed out here, and applications are told of the sign-ins that the copy knows.`,
  ].join('\n')
}
