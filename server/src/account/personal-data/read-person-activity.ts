// The activity of a person, as they see it: whose lines these are, and what each says.
import type { ApiActivityEvent, ApiApplication } from '@countersign/api/api-endpoints'
import type { PersonalDataExport } from '@countersign/api/personal-data-export-schema'
import type { MerkleProof } from '@countersign/log/merkle-proofs'
import { formatTlogProof } from '@countersign/log/tlog-proof'
import { createAuditEntryInclusionProver } from '../../audit-log/audit-entry-inclusion-prover.ts'
import { readPersonAuditEntries } from '../../audit-log/read-person-audit-entries.ts'
import type {
  PersonAuditEntryFilter,
  PersonAuditEntry,
  PersonAuditEntryOwner,
} from '../../audit-log/read-person-audit-entries.ts'
import type { MerkleTreeHead } from '../../audit-log/read-audit-log-merkle-tree.ts'
import { describeApplication, findApplicationById } from '../../store/applications/application-store.ts'
import { listIdentityIdsOfPerson } from '../../store/people/find-merged-identities.ts'
import { formatRfc3339Timestamp } from '../../platform/clock.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { listLinkedWalletsOfPerson } from '../../store/wallets/wallet-store.ts'

/** Whose lines a person sees: their own, those of whoever was merged into them, and attempts in the name of their wallets, not
 * those from before a wallet was theirs. */
export async function findActivityIdentitiesAndWallets(
  queries: DatabaseQueryBuilder,
  personId: string,
): Promise<PersonAuditEntryOwner> {
  const personIds = await listIdentityIdsOfPerson(queries, personId)
  const wallets = await listLinkedWalletsOfPerson(queries, personId)
  return { personIds, wallets: wallets.map(({ address, linked_at: since }) => ({ address, since })) }
}

/** Says lines as their person sees them; looks an application up once, however many lines are about it. */
export function createPersonActivityDescriber(
  queries: DatabaseQueryBuilder,
): (entry: PersonAuditEntry) => Promise<ApiActivityEvent> {
  const applications = new Map<string, ApiApplication | null>()
  const find = async (id: string): Promise<ApiApplication | null> => {
    const known = applications.get(id)
    if (known !== undefined) return known
    const record = id === '' ? undefined : await findApplicationById(queries, id)
    const application = record === undefined ? null : describeApplication(record)
    applications.set(id, application)
    return application
  }
  return async ({ sequence, at, type, outcome, details, evidence }) => {
    const application = await find(String(details['applicationId'] ?? ''))
    return { sequence, at: formatRfc3339Timestamp(at), type, outcome, application, details, evidence }
  }
}

const batchSize = 500

/** All lines of a person, the newest first, in batches that are read as they are asked for: no transaction is open in between, and
 * what is written meanwhile comes above the first. */
export async function* readAllPersonActivity(
  queries: DatabaseQueryBuilder,
  owner: PersonAuditEntryOwner,
  filter: PersonAuditEntryFilter,
): AsyncGenerator<ApiActivityEvent[], void> {
  const describe = createPersonActivityDescriber(queries)
  for await (const entries of readEntryBatches(queries, owner, filter)) yield await describeEntries(entries, describe)
}

/** The same lines, each with the proof that it stood in the log of a checkpoint. */
export async function* readActivityWithInclusionProofs(
  queries: DatabaseQueryBuilder,
  owner: PersonAuditEntryOwner,
  checkpointTree: CheckpointMerkleTree | null,
): AsyncGenerator<ActivityEventWithProof[], void> {
  const describe = createPersonActivityDescriber(queries)
  const prover =
    checkpointTree === null ? null : createAuditEntryInclusionProver(queries, checkpointTree.tree, checkpointTree.size)
  for await (const entries of readEntryBatches(queries, owner, {})) {
    const events = await describeEntries(entries, describe)
    const proofs = await prover?.prove(entries.map(({ sequence }) => sequence))
    yield entries.map(({ sequence, hashedText, evidenceOpening }, at) => {
      const proof = proofs?.get(sequence)
      const isTheirs = evidenceOpening.personId === null || owner.personIds.includes(evidenceOpening.personId)
      return {
        ...(events[at] as ApiActivityEvent),
        // An attempt with their wallet can be somebody else's line as well, whose name here is theirs alone.
        opening: isTheirs ? evidenceOpening : null,
        proof:
          checkpointTree === null || proof === undefined
            ? null
            : formatInclusionProof(checkpointTree, { sequence, hashed: hashedText, proof }),
      }
    })
  }
}

/** The tree of a checkpoint. */
export interface CheckpointMerkleTree {
  /** As it is sealed by now, which is that of the checkpoint or has grown since. */
  tree: MerkleTreeHead
  /** Leaves of the checkpoint's. */
  size: number
  /** The signed note. */
  note: string
}

type ActivityEventWithProof = PersonalDataExport['activity'][number]

/** The text that is hashed goes with it (`extra`), so that whoever verifies it needs nothing but the key. */
const formatInclusionProof = (
  { tree, note }: CheckpointMerkleTree,
  { sequence, hashed, proof }: { sequence: number; hashed: string; proof: MerkleProof },
): string =>
  formatTlogProof({ extra: new TextEncoder().encode(hashed), index: sequence - tree.base, proof, checkpoint: note })

async function* readEntryBatches(
  queries: DatabaseQueryBuilder,
  owner: PersonAuditEntryOwner,
  filter: PersonAuditEntryFilter,
): AsyncGenerator<PersonAuditEntry[], void> {
  let before: number | null = null
  for (;;) {
    const entries: PersonAuditEntry[] = await readPersonAuditEntries(queries, owner, filter, {
      before,
      size: batchSize,
    })
    if (entries.length > 0) yield entries
    if (entries.length < batchSize) return
    before = entries.at(-1)?.sequence ?? null
  }
}

async function describeEntries(
  entries: readonly PersonAuditEntry[],
  describe: ReturnType<typeof createPersonActivityDescriber>,
): Promise<ApiActivityEvent[]> {
  const events: ApiActivityEvent[] = []
  for (const entry of entries) events.push(await describe(entry))
  return events
}
