// Keeps an application that nobody registered, from the moment on that a person lets it in: before, nothing of it stands among the applications.
import type { NewEvent } from '../../audit-log/append.ts'
import { insertAddition } from '../applications/add.ts'
import { findApplication } from '../applications/store.ts'
import type { ApplicationRecord } from '../applications/store.ts'
import type { Random } from '../../platform/clock.ts'
import type { Transaction } from '../../platform/database/open-database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { sectorOfDocument } from './store.ts'

/**
 * @returns lines that are still to be appended
 * @throws Refusal `interaction.unusable` where an operator disabled it at this very moment
 */
export async function keepApplication(
  transaction: Transaction,
  random: Random,
  { id, origin, definition, claimedName, document }: ApplicationRecord,
  now: number,
): Promise<NewEvent[]> {
  if (origin !== 'metadata-document') return []
  const kept = await findApplication(transaction, id)
  if (kept !== undefined) return checked(kept)
  const added = await insertAddition(
    transaction,
    random,
    { definition, origin, claimedName, document, sector: sectorOfDocument(id) },
    now,
  )
  return added.outcome === 'added' ? [added.event] : []
}

function checked({ enabled }: ApplicationRecord): [] {
  if (!enabled) throw new Refusal('interaction.unusable', { privateDetail: 'the application was disabled meanwhile' })
  return []
}
