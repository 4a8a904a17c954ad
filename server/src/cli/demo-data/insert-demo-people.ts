import type { DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { createDemoPersonRows } from './create-demo-person-rows.ts'
import type { DemoPersonRows } from './create-demo-person-rows.ts'
import type { DemoApplicationsAndGroups } from './insert-demo-applications-and-groups.ts'
import type { DemoPerson, DemoDataGenerationContext } from './demo-data-generation-context.ts'

const batchSize = 500

export async function insertDemoPeople(
  world: DemoDataGenerationContext,
  count: number,
  things: DemoApplicationsAndGroups,
  tell: (done: number) => void,
): Promise<DemoPerson[]> {
  const people: DemoPerson[] = []
  while (people.length < count) {
    const size = Math.min(batchSize, count - people.length)
    const drafts = Array.from({ length: size }, (_, index) =>
      createDemoPersonRows(world, { index: people.length + index, count }, things),
    )
    await world.queries.transaction().execute((transaction) => insertPersonDrafts(transaction, drafts))
    people.push(...drafts.map(({ seeded }) => seeded))
    tell(people.length)
  }
  return people
}

async function insertPersonDrafts(transaction: DatabaseTransaction, drafts: readonly DemoPersonRows[]): Promise<void> {
  await transaction
    .insertInto('people')
    .values(drafts.map(({ person }) => person))
    .execute()
  await transaction
    .insertInto('wallets')
    .values(drafts.flatMap(({ wallets }) => wallets))
    .execute()
  await transaction
    .insertInto('browsers')
    .values(drafts.map(({ browser }) => browser))
    .execute()
  await transaction
    .insertInto('proofs')
    .values(drafts.map(({ proof }) => proof))
    .execute()
  await transaction
    .insertInto('sessions')
    .values(drafts.map(({ session }) => session))
    .execute()
  const [names, passkeys] = [drafts.flatMap((draft) => draft.names), drafts.flatMap((draft) => draft.passkeys)]
  const [allowed, authorizations, members] = [
    drafts.flatMap((draft) => draft.allowed),
    drafts.flatMap((draft) => draft.authorizations),
    drafts.flatMap((draft) => draft.members),
  ]
  const [subjects, records] = [drafts.flatMap((draft) => draft.subjects), drafts.flatMap((draft) => draft.records)]
  if (names.length > 0) await transaction.insertInto('wallet_names').values(names).execute()
  if (passkeys.length > 0) await transaction.insertInto('passkeys').values(passkeys).execute()
  if (allowed.length > 0) await transaction.insertInto('grants').values(allowed).execute()
  if (authorizations.length > 0) await transaction.insertInto('authorizations').values(authorizations).execute()
  if (subjects.length > 0) await transaction.insertInto('subjects').values(subjects).execute()
  if (records.length > 0) await transaction.insertInto('provider_records').values(records).execute()
  if (members.length > 0) await transaction.insertInto('group_members').values(members).execute()
}
