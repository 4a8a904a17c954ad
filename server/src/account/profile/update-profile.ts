// Updates display name and picture. The audit event names the changed field but not its value.
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { PeopleTable } from '../../platform/database/database-schema.ts'
import { foldCase } from '../../platform/fold-text-case.ts'
import { createRandomId } from '../../platform/create-random-id.ts'
import { lockSessionRow } from '../../store/sessions/lock-session-rows.ts'
import type { AuthenticatedSessionIds } from '../../store/sessions/lock-session-rows.ts'
import { insertProfilePicture, deleteProfilePicturesOfPeople } from '../../store/pictures/profile-picture-store.ts'
import { updatePersonProfile } from '../../store/people/person-store.ts'
import { lockPersonRow } from '../../store/people/sign-in-method-removal-guard.ts'

interface ProfileUpdateContext {
  queries: DatabaseQueryBuilder
  random: RandomBytes
}

/** The display name must already be validated. */
export async function updateDisplayName(
  { queries, random }: ProfileUpdateContext,
  displayName: string | null,
  { person: { id: personId }, session }: AuthenticatedSessionIds,
  now: number,
): Promise<PeopleTable> {
  return queries.transaction().execute(async (transaction) => {
    const person = await lockPersonRow(transaction, personId)
    await lockSessionRow(transaction, session)
    if (person.display_name === displayName) return person
    const name = { display_name: displayName, display_name_folded: displayName === null ? null : foldCase(displayName) }
    await updatePersonProfile(transaction, personId, name)
    await logProfileChange(transaction, random, 'name', personId, now)
    return { ...person, ...name }
  })
}

/** `content` is a re-encoded picture, or null to remove it. */
export async function updateProfilePicture(
  { queries, random }: ProfileUpdateContext,
  content: Buffer | null,
  { person: { id: personId }, session }: AuthenticatedSessionIds,
  now: number,
): Promise<PeopleTable> {
  return queries.transaction().execute(async (transaction) => {
    const person = await lockPersonRow(transaction, personId)
    await lockSessionRow(transaction, session)
    if (person.picture_url === null && content === null) return person
    await deleteProfilePicturesOfPeople(transaction, [personId])
    const id = createRandomId(random)
    if (content !== null) {
      await insertProfilePicture(transaction, { id, personId, content, now })
    }
    const picture_url = content === null ? null : `/pictures/${id}`
    await updatePersonProfile(transaction, personId, { picture_url })
    await logProfileChange(transaction, random, 'picture', personId, now)
    return { ...person, picture_url }
  })
}

const logProfileChange = (
  transaction: DatabaseTransaction,
  random: RandomBytes,
  changed: 'name' | 'picture',
  personId: string,
  now: number,
): Promise<void> =>
  appendAuditEvents(transaction, random, now, [
    { type: 'person.changed', outcome: 'success', details: { changed }, evidence: { personId, content: {} } },
  ])
