// What a person changes of themselves: their name and their picture, each in one transaction with its log line, which says
// what has changed and never what it is.
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

/**
 * @param displayName a name that was checked, or null for none
 * @returns the person as they are now
 * @throws ApiError `session.required` where the session has ended since it was looked up
 */
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

/**
 * Gives a person another picture. It has an address of its own, which nobody can guess and which never shows another one.
 * @param content the picture as it was written anew, or null for none
 * @returns the person as they are now
 * @throws ApiError `session.required` where the session has ended since it was looked up
 */
export async function updateProfilePicture(
  { queries, random }: ProfileUpdateContext,
  content: Buffer | null,
  { person: { id: personId }, session }: AuthenticatedSessionIds,
  now: number,
): Promise<PeopleTable> {
  return queries.transaction().execute(async (transaction) => {
    // Held first: of two pictures at the same time, one stays.
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
