// Words and counts for what a restore loses and ends.
import type { DatabaseBackupComparison } from '../admin/restore/compare-database-with-backup.ts'

/** Counts alone: the records themselves have hashed secrets. */
export const summarizeRestoreComparison = (comparison: DatabaseBackupComparison | null): object => ({
  lost: comparison?.lost ?? null,
  ended:
    comparison &&
    Object.fromEntries(
      Object.entries(comparison.revived).map(([name, value]) => [name, Array.isArray(value) ? value.length : value]),
    ),
})

export const formatPluralCount = (count: number, one: string, more: string): string =>
  `${count} ${count === 1 ? one : more}`

export function formatRestoreComparison(
  head: string,
  isThere: boolean,
  comparison: DatabaseBackupComparison | null,
): string {
  const begin = `The copy is whole; its log ends at ${head}.`
  if (comparison === null)
    return isThere
      ? `${begin}\nThe present database cannot be read: what came or ended after the copy is not known.`
      : `${begin}\nThere is no present database to compare it with.`
  const { lost, revived } = comparison
  const people = formatPluralCount(lost.people, 'person', 'people')
  const ended = [
    formatPluralCount(revived.suspended.length, 'person who was suspended', 'people who were suspended'),
    formatPluralCount(revived.erased.length, 'person who was erased', 'people who were erased'),
    formatPluralCount(revived.wallets.length, 'wallet', 'wallets'),
    formatPluralCount(revived.passkeys.length, 'passkey', 'passkeys'),
    formatPluralCount(revived.roles.length, 'role', 'roles'),
    formatPluralCount(revived.grants.length, 'consent', 'consents'),
    formatPluralCount(revived.applications.length, 'application', 'applications'),
    formatPluralCount(revived.changedApplications.length, 'change of an application', 'changes of applications'),
    formatPluralCount(revived.changedResources.length, 'change of a resource', 'changes of resources'),
    formatPluralCount(revived.tokens.length, 'token', 'tokens'),
  ].filter((text) => !text.startsWith('0 '))
  return [
    begin,
    `Lost with the present one: ${formatPluralCount(lost.lines, 'line', 'lines')} of the log, ${people}, ${formatPluralCount(lost.wallets, 'wallet', 'wallets')}, ${formatPluralCount(lost.passkeys, 'passkey', 'passkeys')}, ${formatPluralCount(lost.applications, 'application', 'applications')}.`,
    ...(lost.people === 0 ? [] : ['Whoever came since is somebody new to every application when they come again.']),
    `Ended since, and ended again: ${ended.length === 0 ? 'nothing' : ended.join(', ')}. Besides, everybody is signed out here, and applications are told of the sign-ins that the copy knows.`,
  ].join('\n')
}
