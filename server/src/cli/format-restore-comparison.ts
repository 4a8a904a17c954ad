import type { DatabaseBackupComparison } from '../admin/restore/compare-database-with-backup.ts'

/** Contains only counts, because the records contain hashed secrets. */
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
  const introduction = `The backup is intact; its log ends at ${head}.`
  if (comparison === null)
    return isThere
      ? `${introduction}\nThe current database cannot be read: it is unknown what was added, removed or revoked after the backup.`
      : `${introduction}\nThere is no current database to compare it with.`
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
    formatPluralCount(revived.changedApplications.length, 'application change', 'application changes'),
    formatPluralCount(revived.changedResources.length, 'resource change', 'resource changes'),
    formatPluralCount(revived.tokens.length, 'token', 'tokens'),
  ].filter((text) => !text.startsWith('0 '))
  return [
    introduction,
    `Lost with the current database: ${formatPluralCount(lost.lines, 'log entry', 'log entries')}, ${people}, ${formatPluralCount(lost.wallets, 'wallet', 'wallets')}, ${formatPluralCount(lost.passkeys, 'passkey', 'passkeys')}, ${formatPluralCount(lost.applications, 'application', 'applications')}.`,
    ...(lost.people === 0
      ? []
      : ['If people who were added after the backup sign in again, every application treats them as new people.']),
    `Removed, revoked or changed after the backup, and applied again by the restore: ${ended.length === 0 ? 'nothing' : ended.join(', ')}. Everyone is also signed out here, and applications are notified that the sign-ins in the backup have ended.`,
  ].join('\n')
}
