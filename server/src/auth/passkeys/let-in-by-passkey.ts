// Lets in who has proved a passkey. One that was used in a browser that is known shows from then on that another is the person's as well:
// nobody else has had it there (THREATS P13).
import type { Transaction } from '../../platform/database/open-database.ts'
import type { PasskeysTable } from '../../platform/database/schema.ts'
import { letIn } from '../sign-in/let-in.ts'
import type { Entry, LetIn } from '../sign-in/let-in.ts'
import { vouchForPasskey } from './store.ts'

export type PasskeyEntry = Entry & { way: { passkey: PasskeysTable } }

/** @throws Refusal `session.required`; the database's errors */
export async function letInByPasskey(
  transaction: Transaction,
  world: Parameters<typeof letIn>[1],
  entry: PasskeyEntry,
): Promise<LetIn> {
  const inNow = await letIn(transaction, world, entry)
  // What was made on another device was not used here (THREATS P16).
  if (entry.elsewhere === null && inNow.session.row.browser_known_at !== null)
    await vouchForPasskey(transaction, entry.way.passkey, entry.arrival.now)
  return inNow
}
