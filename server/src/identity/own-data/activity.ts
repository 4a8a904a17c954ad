// The activity of a person, as they see it: whose lines these are, and what each says.
import type { ActivityEvent, Application } from '@countersign/api/calls'
import { readActivity } from '../../activity/read.ts'
import type { ActivityFilter, ActivityLine, ActivityOwner } from '../../activity/read.ts'
import { describeApplication, findApplication } from '../../protocol/applications/store.ts'
import { identitiesOf } from '../people/identities.ts'
import { formatTime } from '../../platform/clock.ts'
import type { Queries } from '../../platform/database/open-database.ts'
import { listWallets } from '../wallets/store.ts'

/** Whose lines a person sees: their own, those of whoever was merged into them, and attempts in the name of their wallets, not
 * those from before a wallet was theirs. */
export async function findOwner(queries: Queries, personId: string): Promise<ActivityOwner> {
  const personIds = await identitiesOf(queries, personId)
  const wallets = await listWallets(queries, personId)
  return { personIds, wallets: wallets.map(({ address, linked_at: since }) => ({ address, since })) }
}

/** Says lines as their person sees them; looks an application up once, however many lines are about it. */
export function createDescriber(queries: Queries): (line: ActivityLine) => Promise<ActivityEvent> {
  const applications = new Map<string, Application | null>()
  const find = async (id: string): Promise<Application | null> => {
    const known = applications.get(id)
    if (known !== undefined) return known
    const record = id === '' ? undefined : await findApplication(queries, id)
    const application = record === undefined ? null : describeApplication(record)
    applications.set(id, application)
    return application
  }
  return async ({ sequence, at, type, outcome, details, evidence }) => {
    const application = await find(String(details['applicationId'] ?? ''))
    return { sequence, at: formatTime(at), type, outcome, application, details, evidence }
  }
}

const batchSize = 500

/** All lines of a person, the newest first, in batches that are read as they are asked for: no transaction is open in between, and
 * what is written meanwhile comes above the first. */
export async function* readWholeActivity(
  queries: Queries,
  owner: ActivityOwner,
  filter: ActivityFilter,
): AsyncGenerator<ActivityEvent[], void> {
  const describe = createDescriber(queries)
  let before: number | null = null
  for (;;) {
    const lines: ActivityLine[] = await readActivity(queries, owner, filter, { before, size: batchSize })
    const events: ActivityEvent[] = []
    for (const line of lines) events.push(await describe(line))
    if (events.length > 0) yield events
    if (lines.length < batchSize) return
    before = lines.at(-1)?.sequence ?? null
  }
}
