// No transaction stays open while the export is downloaded (GDPR Articles 15 and 20).
import { personalDataExportFormat, personalDataExportVersion } from '@countersign/api/personal-data-export-schema'
import type { PersonalDataExport } from '@countersign/api/personal-data-export-schema'
import { countUnsequencedAuditEntries } from '../../audit-log/audit-log-sequencer.ts'
import { readMerkleTreeHead } from '../../audit-log/read-audit-log-merkle-tree.ts'
import { readAuditLogCheckpointAndVerifierKey } from '../../audit-log/checkpoints/sign-audit-log-checkpoint-on-demand.ts'
import { formatRfc3339Timestamp } from '../../platform/clock.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { PeopleTable } from '../../platform/database/database-schema.ts'
import { listIdentityIdsOfPerson } from '../../store/people/find-merged-identities.ts'
import { findActivityIdentitiesAndWallets, readActivityWithInclusionProofs } from './read-person-activity.ts'
import type { CheckpointMerkleTree } from './read-person-activity.ts'
import {
  exportPersonIdentities,
  exportPersonUsernames,
  exportPersonEmailAddresses,
  exportPersonWallets,
  exportPersonPasskeys,
  exportPersonGroups,
  exportPersonRoles,
  exportPersonIdentityMerges,
} from './export-person-identity-sections.ts'
import {
  exportPersonApplicationGrants,
  exportPersonSubjectIdentifiers,
  exportPersonAuthorizations,
  exportPersonLogoutDeliveries,
} from './export-person-application-sections.ts'
import {
  exportPersonBrowsers,
  exportPersonSessions,
  exportPersonWalletProofs,
  exportPersonApiTokens,
  exportPersonSavedViews,
  exportPersonRecentlyOpenedItems,
} from './export-person-usage-sections.ts'

interface PersonalDataExportContext {
  queries: DatabaseQueryBuilder
  /** Verifier keys. */
  witnesses: readonly string[]
  origin: string
  now: number
}

/** Requires an entry for each list, so that a missing list does not compile. */
type ExportLists = {
  [
    Name in keyof PersonalDataExport as PersonalDataExport[Name] extends readonly unknown[] ? Name : never
  ]: AsyncIterable<PersonalDataExport[Name]>
}

export async function* writePersonalDataExport(
  { queries, witnesses, origin, now }: PersonalDataExportContext,
  person: PeopleTable,
): AsyncGenerator<string, void> {
  const personIds = await listIdentityIdsOfPerson(queries, person.id)
  const [self] = await exportPersonIdentities(queries, [person.id])
  if (self === undefined) throw new Error('The person to export does not exist')
  const log = await readCheckpointForExport(queries, witnesses, personIds)
  const head = {
    format: personalDataExportFormat,
    version: personalDataExportVersion,
    origin,
    exportedAt: formatRfc3339Timestamp(now),
    person: self,
    log: log.told,
  } satisfies Partial<PersonalDataExport>
  const lists: ExportLists = {
    mergedIdentities: toSingleBatch(exportPersonIdentities(queries, personIds.slice(1))),
    usernames: toSingleBatch(exportPersonUsernames(queries, personIds)),
    emailAddresses: toSingleBatch(exportPersonEmailAddresses(queries, personIds)),
    wallets: exportPersonWallets(queries, personIds),
    passkeys: exportPersonPasskeys(queries, personIds),
    browsers: exportPersonBrowsers(queries, personIds),
    sessions: exportPersonSessions(queries, personIds),
    proofs: exportPersonWalletProofs(queries, personIds),
    applications: exportPersonApplicationGrants(queries, personIds),
    subjects: toSingleBatch(exportPersonSubjectIdentifiers(queries, personIds)),
    signedInTo: exportPersonAuthorizations(queries, personIds),
    logouts: exportPersonLogoutDeliveries(queries, personIds),
    groups: toSingleBatch(exportPersonGroups(queries, personIds)),
    roles: toSingleBatch(exportPersonRoles(queries, personIds)),
    tokens: exportPersonApiTokens(queries, personIds),
    savedViews: toSingleBatch(exportPersonSavedViews(queries, personIds)),
    recentItems: toSingleBatch(exportPersonRecentlyOpenedItems(queries, personIds)),
    merges: exportPersonIdentityMerges(queries, personIds),
    activity: readActivityWithInclusionProofs(
      queries,
      await findActivityIdentitiesAndWallets(queries, person.id),
      log.signed,
    ),
  }
  yield JSON.stringify(head).slice(0, -1)
  for (const [name, batches] of Object.entries(lists)) {
    yield `,\n"${name}":[`
    let isFirst = true
    for await (const batch of batches as AsyncIterable<readonly unknown[]>) {
      if (batch.length === 0) continue
      yield `${isFirst ? '' : ','}\n${batch.map((item) => JSON.stringify(item)).join(',\n')}`
      isFirst = false
    }
    yield ']'
  }
  yield '}\n'
}

async function readCheckpointForExport(
  queries: DatabaseQueryBuilder,
  witnesses: readonly string[],
  personIds: readonly string[],
): Promise<{ told: PersonalDataExport['log']; signed: CheckpointMerkleTree | null }> {
  const beingSequenced = await countUnsequencedAuditEntries(queries, personIds)
  const signed = await readAuditLogCheckpointAndVerifierKey(queries)
  const tree = await readMerkleTreeHead(queries)
  const logSection = {
    checkpoint: signed?.note ?? null,
    verifierKey: signed?.verifierKey ?? null,
    witnesses: [...witnesses],
    firstLeaf: tree.base,
    beingSequenced,
  }
  // A log shorter than the signed checkpoint was truncated, so nothing can be proved.
  return { told: logSection, signed: signed === null || signed.size > tree.size ? null : { ...signed, tree } }
}

async function* toSingleBatch<Item>(items: Promise<Item[]>): AsyncGenerator<Item[], void> {
  yield await items
}
