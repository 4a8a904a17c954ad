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

/** Includes merged identities, and attempts with each wallet since it was linked. */
export async function findActivityIdentitiesAndWallets(
  queries: DatabaseQueryBuilder,
  personId: string,
): Promise<PersonAuditEntryOwner> {
  const personIds = await listIdentityIdsOfPerson(queries, personId)
  const wallets = await listLinkedWalletsOfPerson(queries, personId)
  return { personIds, wallets: wallets.map(({ address, linked_at: since }) => ({ address, since })) }
}

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

/** Runs without a transaction, so entries added during the read are not included. */
export async function* readAllPersonActivity(
  queries: DatabaseQueryBuilder,
  owner: PersonAuditEntryOwner,
  filter: PersonAuditEntryFilter,
): AsyncGenerator<ApiActivityEvent[], void> {
  const describe = createPersonActivityDescriber(queries)
  for await (const entries of readEntryBatches(queries, owner, filter)) yield await describeEntries(entries, describe)
}

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
        // An entry about the same wallet can belong to another person, who must stay anonymous.
        opening: isTheirs ? evidenceOpening : null,
        proof:
          checkpointTree === null || proof === undefined
            ? null
            : formatInclusionProof(checkpointTree, { sequence, hashed: hashedText, proof }),
      }
    })
  }
}

export interface CheckpointMerkleTree {
  /** The current tree, at least as large as the checkpoint. */
  tree: MerkleTreeHead
  size: number
  note: string
}

type ActivityEventWithProof = PersonalDataExport['activity'][number]

/** Embeds the hashed text as `extra`, so that a verifier needs nothing but the key. */
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
