// The setup checklist. Completed steps are derived from the data; dismissed steps are stored.
import type { AdminApiEndpointOutput, AdminApiEndpointInput } from '@countersign/api/admin-api-endpoints'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { updateServerSetupProgress, lockServerSetupProgressRow } from '../../store/roles/server-setup-progress-store.ts'

type SetupStep = AdminApiEndpointInput<'dismissSetupStep'>['params']['step']
type SetupStepState = AdminApiEndpointOutput<'readSetupSteps'>['steps'][number]

export async function listServerSetupSteps(queries: DatabaseQueryBuilder, chains: number): Promise<SetupStepState[]> {
  const setup = await queries
    .selectFrom('setup')
    .select(['dismissed_steps', 'backed_up_at'])
    .where('id', '=', 1)
    .executeTakeFirstOrThrow()
  const dismissed = JSON.parse(setup.dismissed_steps) as SetupStep[]
  const done: Readonly<Record<SetupStep, boolean>> = {
    passkey: await hasOwnersPasskey(queries),
    application: (await queries.selectFrom('applications').select('id').limit(1).executeTakeFirst()) !== undefined,
    chain: chains > 0,
    backup: setup.backed_up_at !== null,
  }
  return (Object.keys(done) as SetupStep[]).map((step) => ({
    step,
    done: done[step],
    dismissed: dismissed.includes(step),
  }))
}

async function hasOwnersPasskey(queries: DatabaseQueryBuilder): Promise<boolean> {
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

export async function dismissServerSetupStep(queries: DatabaseQueryBuilder, step: SetupStep): Promise<void> {
  await queries.transaction().execute(async (transaction) => {
    const held = await lockServerSetupProgressRow(transaction)
    const dismissed = new Set([...(JSON.parse(held.dismissed_steps) as SetupStep[]), step])
    await updateServerSetupProgress(transaction, { dismissed_steps: JSON.stringify([...dismissed]) })
  })
}
