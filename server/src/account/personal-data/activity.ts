// The activity of a person, as they see it: whose lines these are, and what each says.
import type { ActivityEvent, Application } from '@countersign/api/calls'
import type { ExportDocument } from '@countersign/api/export'
import type { Proof } from '@countersign/log/proofs'
import { formatTlogProof } from '@countersign/log/tlog-proof'
import { createProver } from '../../audit-log/prove-lines.ts'
import { readActivity } from '../../audit-log/read.ts'
import type { ActivityFilter, ActivityLine, ActivityOwner } from '../../audit-log/read.ts'
import type { SealedTree } from '../../audit-log/tree.ts'
import { describeApplication, findApplication } from '../../store/applications/store.ts'
import { identitiesOf } from '../../store/people/identities.ts'
import { formatTime } from '../../platform/clock.ts'
import type { Queries } from '../../platform/database/open-database.ts'
import { listWallets } from '../../store/wallets/store.ts'

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
  for await (const lines of readAllLines(queries, owner, filter)) yield await describeAll(lines, describe)
}

/** The same lines, each with the proof that it stood in the log of a checkpoint. */
export async function* readProvedActivity(
  queries: Queries,
  owner: ActivityOwner,
  signed: SignedTree | null,
): AsyncGenerator<ProvedEvent[], void> {
  const describe = createDescriber(queries)
  const prover = signed === null ? null : createProver(queries, signed.tree, signed.size)
  for await (const lines of readAllLines(queries, owner, {})) {
    const events = await describeAll(lines, describe)
    const proofs = await prover?.prove(lines.map(({ sequence }) => sequence))
    yield lines.map(({ sequence, hashed, opening }, at) => {
      const proof = proofs?.get(sequence)
      const isTheirs = opening.personId === null || owner.personIds.includes(opening.personId)
      return {
        ...(events[at] as ActivityEvent),
        // An attempt with their wallet can be somebody else's line as well, whose name here is theirs alone.
        opening: isTheirs ? opening : null,
        proof: signed === null || proof === undefined ? null : writeProof(signed, { sequence, hashed, proof }),
      }
    })
  }
}

/** The tree of a checkpoint. */
export interface SignedTree {
  /** As it is sealed by now, which is that of the checkpoint or has grown since. */
  tree: SealedTree
  /** Leaves of the checkpoint's. */
  size: number
  /** The signed note. */
  note: string
}

type ProvedEvent = ExportDocument['activity'][number]

/** The text that is hashed goes with it (`extra`), so that whoever verifies it needs nothing but the key. */
const writeProof = (
  { tree, note }: SignedTree,
  { sequence, hashed, proof }: { sequence: number; hashed: string; proof: Proof },
): string =>
  formatTlogProof({ extra: new TextEncoder().encode(hashed), index: sequence - tree.base, proof, checkpoint: note })

async function* readAllLines(
  queries: Queries,
  owner: ActivityOwner,
  filter: ActivityFilter,
): AsyncGenerator<ActivityLine[], void> {
  let before: number | null = null
  for (;;) {
    const lines: ActivityLine[] = await readActivity(queries, owner, filter, { before, size: batchSize })
    if (lines.length > 0) yield lines
    if (lines.length < batchSize) return
    before = lines.at(-1)?.sequence ?? null
  }
}

async function describeAll(
  lines: readonly ActivityLine[],
  describe: ReturnType<typeof createDescriber>,
): Promise<ActivityEvent[]> {
  const events: ActivityEvent[] = []
  for (const line of lines) events.push(await describe(line))
  return events
}
