// Writes the file in which a person takes everything along that is kept of them (GDPR Articles 15 and 20: access, data portability), member
// by member and batch by batch: nothing is held in memory as a whole, and no transaction is open while a slow connection takes it. The
// format is described in api/.
import { exportFormat, exportVersion } from '@countersign/api/export'
import type { ExportDocument } from '@countersign/api/export'
import { countWaiting } from '../../audit-log/seal.ts'
import { readSealedTree } from '../../audit-log/tree.ts'
import { readSignedLog } from '../../audit-log/checkpoints/sign-now.ts'
import { formatTime } from '../../platform/clock.ts'
import type { Queries } from '../../platform/database/open-database.ts'
import type { PeopleTable } from '../../platform/database/schema.ts'
import { identitiesOf } from '../../store/people/identities.ts'
import { findOwner, readProvedActivity } from './activity.ts'
import type { SignedTree } from './activity.ts'
import * as members from './export-members.ts'

interface World {
  queries: Queries
  /** Keys of the witnesses that this server asks. */
  witnesses: readonly string[]
  /** Of this server. */
  origin: string
  now: number
}

/** Members that are lists, in batches. A list that is missing here does not compile. */
type Lists = {
  [Name in keyof ExportDocument as ExportDocument[Name] extends readonly unknown[] ? Name : never]: AsyncIterable<
    ExportDocument[Name]
  >
}

/** The pieces of the file. */
export async function* writeExport(
  { queries, witnesses, origin, now }: World,
  person: PeopleTable,
): AsyncGenerator<string, void> {
  const personIds = await identitiesOf(queries, person.id)
  const [self] = await members.readIdentities(queries, [person.id])
  if (self === undefined) throw new Error('Nobody is there to be exported')
  const log = await readLog(queries, witnesses, personIds)
  const head = {
    format: exportFormat,
    version: exportVersion,
    origin,
    exportedAt: formatTime(now),
    person: self,
    log: log.told,
  } satisfies Partial<ExportDocument>
  const lists: Lists = {
    mergedIdentities: once(members.readIdentities(queries, personIds.slice(1))),
    userNames: once(members.readUserNames(queries, personIds)),
    emailAddresses: once(members.readEmailAddresses(queries, personIds)),
    wallets: members.readWallets(queries, personIds),
    passkeys: members.readPasskeys(queries, personIds),
    browsers: members.readBrowsers(queries, personIds),
    sessions: members.readSessions(queries, personIds),
    proofs: members.readProofs(queries, personIds),
    applications: members.readApplications(queries, personIds),
    subjects: once(members.readSubjects(queries, personIds)),
    signedInTo: members.readAuthorizations(queries, personIds),
    logouts: members.readLogouts(queries, personIds),
    groups: once(members.readGroups(queries, personIds)),
    roles: once(members.readRoles(queries, personIds)),
    tokens: members.readTokens(queries, personIds),
    savedViews: once(members.readSavedViews(queries, personIds)),
    openedLast: once(members.readOpenedLast(queries, personIds)),
    merges: members.readMerges(queries, personIds),
    activity: readProvedActivity(queries, await findOwner(queries, person.id), log.signed),
  }
  // The brace is closed when the last list is.
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

/** What the proofs of the lines lead to. */
async function readLog(
  queries: Queries,
  witnesses: readonly string[],
  personIds: readonly string[],
): Promise<{ told: ExportDocument['log']; signed: SignedTree | null }> {
  const beingSealed = await countWaiting(queries, personIds)
  const signed = await readSignedLog(queries)
  const tree = await readSealedTree(queries)
  const told = {
    checkpoint: signed?.note ?? null,
    verifierKey: signed?.verifierKey ?? null,
    witnesses: [...witnesses],
    firstLeaf: tree.base,
    beingSealed,
  }
  // A log that is shorter than what was signed of it was cut off: nothing leads to that checkpoint any more, and whoever has the file sees it.
  return { told, signed: signed === null || signed.size > tree.size ? null : { ...signed, tree } }
}

async function* once<Item>(items: Promise<Item[]>): AsyncGenerator<Item[], void> {
  yield await items
}
