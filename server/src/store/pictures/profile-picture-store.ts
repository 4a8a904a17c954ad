import type { DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { pictureMediaType } from './picture-reencoder.ts'

export async function insertProfilePicture(
  transaction: DatabaseTransaction,
  { id, personId, content, now }: { id: string; personId: string; content: Buffer; now: number },
): Promise<void> {
  await transaction
    .insertInto('profile_pictures')
    .values({
      id,
      person_id: personId,
      media_type: pictureMediaType,
      content: content.toString('base64'),
      created_at: now,
    })
    .execute()
}

export async function deleteProfilePicturesOfPeople(
  transaction: DatabaseTransaction,
  personIds: readonly string[],
): Promise<void> {
  await transaction.deleteFrom('profile_pictures').where('person_id', 'in', personIds).execute()
}
