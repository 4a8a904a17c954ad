// The check list of a new server: what is done follows from what there is, what was set aside is remembered.
import type { AdminAnswer, AdminInput } from '@countersign/api/admin-calls'
import type { Queries } from '../../platform/database/open-database.ts'
import { changeSetup, holdSetup } from '../../store/roles/setup-row.ts'

type Step = AdminInput<'dismissSetupStep'>['params']['step']
type Shown = AdminAnswer<'readSetupSteps'>['steps'][number]

/**
 * @param chains how many chains this server can read
 */
export async function readSteps(queries: Queries, chains: number): Promise<Shown[]> {
  const setup = await queries
    .selectFrom('setup')
    .select(['dismissed_steps', 'backed_up_at'])
    .where('id', '=', 1)
    .executeTakeFirstOrThrow()
  const dismissed = JSON.parse(setup.dismissed_steps) as Step[]
  const done: Readonly<Record<Step, boolean>> = {
    passkey: await hasOwnersPasskey(queries),
    application: (await queries.selectFrom('applications').select('id').limit(1).executeTakeFirst()) !== undefined,
    chain: chains > 0,
    backup: setup.backed_up_at !== null,
  }
  return (Object.keys(done) as Step[]).map((step) => ({ step, done: done[step], dismissed: dismissed.includes(step) }))
}

/** Whether an owner could still come in if their wallet were lost. */
async function hasOwnersPasskey(queries: Queries): Promise<boolean> {
  const found = await queries
    .selectFrom('passkeys')
    .innerJoin('role_assignments', 'role_assignments.person_id', 'passkeys.person_id')
    .select('passkeys.id')
    .where('role', '=', 'owner')
    .where('removed_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Sets a step aside for everybody. */
export async function dismissStep(queries: Queries, step: Step): Promise<void> {
  await queries.transaction().execute(async (transaction) => {
    const held = await holdSetup(transaction)
    const dismissed = new Set([...(JSON.parse(held.dismissed_steps) as Step[]), step])
    await changeSetup(transaction, { dismissed_steps: JSON.stringify([...dismissed]) })
  })
}
