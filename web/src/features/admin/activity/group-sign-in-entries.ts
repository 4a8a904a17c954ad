import type { AdminApiAuditEvent } from '@countersign/api/admin-api-endpoints'

const signInEventTypes: readonly string[] = ['session.started', 'wallet.linked', 'person.created', 'browser.first_seen']

/** @returns the first entry of each sign-in, by sequence number, with the entries that follow it in the list */
export function groupSignInEntries(
  entries: readonly AdminApiAuditEvent[],
): ReadonlyMap<number, readonly AdminApiAuditEvent[]> {
  const groups = new Map<number, AdminApiAuditEvent[]>()
  let following: AdminApiAuditEvent[] = []
  for (const [index, entry] of entries.entries())
    if (isSameSignIn(entry, entries[index - 1])) following.push(entry)
    else groups.set(entry.sequence, (following = []))
  return groups
}

function isSameSignIn(entry: AdminApiAuditEvent, before: AdminApiAuditEvent | undefined): boolean {
  return (
    before !== undefined &&
    entry.at === before.at &&
    entry.person !== null &&
    entry.person.id === before.person?.id &&
    [entry, before].every(({ type, actor }) => signInEventTypes.includes(type) && isOwnAction(actor, entry.person))
  )
}

export const isOwnAction = (actor: AdminApiAuditEvent['actor'], person: AdminApiAuditEvent['person']): boolean =>
  actor.kind === 'person' && actor.id === person?.id
