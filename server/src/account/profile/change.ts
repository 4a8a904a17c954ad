// What a person changes of themselves: their name and their picture, each in one transaction with its log line, which says
// what has changed and never what it is.
import { appendEvents } from '../../audit-log/append.ts'
import type { Random } from '../../platform/clock.ts'
import type { Queries, Transaction } from '../../platform/database/open-database.ts'
import type { PeopleTable } from '../../platform/database/schema.ts'
import { foldText } from '../../platform/fold-text.ts'
import { createIdentifier } from '../../platform/identifier.ts'
import { holdSession } from '../../store/sessions/hold.ts'
import type { Holder } from '../../store/sessions/hold.ts'
import { insertPicture, removePicturesOf } from '../../store/pictures/store.ts'
import { updateProfile } from '../../store/people/store.ts'
import { holdPerson } from '../../store/people/ways-in.ts'

interface World {
  queries: Queries
  random: Random
}

/**
 * @param displayName a name that was checked, or null for none
 * @returns the person as they are now
 * @throws Refusal `session.required` where the session has ended since it was looked up
 */
export async function changeName(
  { queries, random }: World,
  displayName: string | null,
  { person: { id: personId }, session }: Holder,
  now: number,
): Promise<PeopleTable> {
  return queries.transaction().execute(async (transaction) => {
    const person = await holdPerson(transaction, personId)
    await holdSession(transaction, session)
    if (person.display_name === displayName) return person
    const name = { display_name: displayName, folded_name: displayName === null ? null : foldText(displayName) }
    await updateProfile(transaction, personId, name)
    await logChange(transaction, random, 'name', personId, now)
    return { ...person, ...name }
  })
}

/**
 * Gives a person another picture. It has an address of its own, which nobody can guess and which never shows another one.
 * @param content the picture as it was written anew, or null for none
 * @returns the person as they are now
 * @throws Refusal `session.required` where the session has ended since it was looked up
 */
export async function changePicture(
  { queries, random }: World,
  content: Buffer | null,
  { person: { id: personId }, session }: Holder,
  now: number,
): Promise<PeopleTable> {
  return queries.transaction().execute(async (transaction) => {
    // Held first: of two pictures at the same time, one stays.
    const person = await holdPerson(transaction, personId)
    await holdSession(transaction, session)
    if (person.picture_url === null && content === null) return person
    await removePicturesOf(transaction, [personId])
    const id = createIdentifier(random)
    if (content !== null) {
      await insertPicture(transaction, { id, personId, content, now })
    }
    const picture_url = content === null ? null : `/pictures/${id}`
    await updateProfile(transaction, personId, { picture_url })
    await logChange(transaction, random, 'picture', personId, now)
    return { ...person, picture_url }
  })
}

const logChange = (
  transaction: Transaction,
  random: Random,
  changed: 'name' | 'picture',
  personId: string,
  now: number,
): Promise<void> =>
  appendEvents(transaction, random, now, [
    { type: 'person.changed', outcome: 'success', details: { changed }, evidence: { personId, content: {} } },
  ])
