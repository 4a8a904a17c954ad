// Writes lines of the activity log (the audit log), in the transaction of what they record: both are kept, or neither.
import { canonicalizeWalletAddress } from '../chains/families/chain-family-registry.ts'
import type { RandomBytes } from '../platform/clock.ts'
import type { DatabaseTransaction } from '../platform/database/open-sqlite-or-postgres-database.ts'
import { isSqlite } from '../platform/database/is-sqlite.ts'
import { prepareSqlBatchQuery, pipelineSqlStatement } from '../platform/database/prepare-and-pipeline-sql-queries.ts'
import { getAuditedOperatingSystemUserFields } from './audit-actor.ts'
import { computeAuditEvidenceHash } from './compute-audit-entry-hash.ts'
import { auditSequencerBatchSize, appendSequencedAuditEntries } from './audit-log-sequencer.ts'
import type { UnsequencedAuditEntry } from './audit-log-sequencer.ts'

/** Every kind of line there is, and what it says. */
export const auditEventTypes = {
  'person.created': 'A wallet that nobody had yet signed in, and a person was made for it.',
  'role.granted': 'A person was given a role.',
  'role.revoked': 'A role was taken from a person.',
  'api_token.created': 'A token of the administration was made.',
  'api_token.revoked': 'A token of the administration was revoked.',
  'branding.changed': 'How the site presents itself was changed.',
  'audit_log.exported': 'Somebody took a copy of the activity of all.',
  'people.exported': 'Somebody took a copy of the list of people.',
  'backup.created': 'A copy of the database was made, or said to be.',
  'database.restored':
    'The database was put back to an earlier copy; lines that came after that one are missing here, and what had ended since has ended again.',
  'person.suspended': 'A person was suspended, and the sessions of that person ended.',
  'person.reactivated': 'A suspended person may sign in again.',
  'wallet.linked': 'A wallet now belongs to a person.',
  'wallet.unlinked': 'A wallet no longer belongs to a person, and the sessions that it began have ended.',
  'wallet.refused': 'A wallet was not linked, for the reason that the line gives; the caller was told less.',
  'wallet.chain_unavailable':
    'The chain of a contract wallet cannot be read, so that nobody knows whether it still stands behind its sessions. They go on for now.',
  'wallet.chain_available':
    'A contract wallet that could not be asked was asked again, and stands behind its sessions.',
  'wallet.put_on_hold':
    'A contract wallet has changed hands, and its person has another way in: it is held, and what it began has ended, until another way confirms it.',
  'wallet.hold_released': 'A held wallet was confirmed by another way of its person, and is a way in again.',
  'wallet.ownership_changed':
    'A contract wallet has changed hands and is the only way in of its person: whoever controls it is that person, and it goes on.',
  'group.added': 'A group was made.',
  'group.changed': 'A group was changed; the line has the changes.',
  'group.removed': 'A group was removed.',
  'group.member_added': 'A person came to belong to a group by its rule.',
  'group.member_removed':
    'A person no longer belongs to a group, and what was given for belonging to it has ended: it was read so, or nobody could read it for too long (`reason`: `read`, `unreachable`).',
  'resource.added': 'A resource was added.',
  'resource.changed': 'A resource was changed; the line has the changes.',
  'resource.removed': 'A resource was removed.',
  'passkey.added': 'A person added a passkey.',
  'passkey.removed': 'A person removed a passkey, and the sessions that it began have ended.',
  'passkey.refused': 'A passkey was not added, for the reason that the line gives; the caller was told less.',
  'passkey.counter_regressed': 'A passkey counted fewer uses than it had before, as a copy would, and was refused.',
  'passkey.backup_changed':
    'A passkey said for the first time that it can be on several devices, or that it can no longer be (`now`: `several-devices`, `one-device`), which it should never change.',
  'cross_device.ended':
    'A sign-in that another device was to answer was ended, for the reason that the line gives: `refused` or `reported` there, a `wrong-pair`, or opened by a `second-device`.',
  'browser.first_seen': 'A person signed in with a browser in which they had not signed in before.',
  'browser.trusted': 'A browser is known from now on to be used by the person themselves.',
  'identity.merge_requested':
    'A merge of two identities was accepted on one side without a confirmation of the other, and is pending.',
  'identity.merge_ended':
    'A pending merge was refused, canceled, or could not take effect, for the reason that the line gives; nothing has changed.',
  'identity.merged': 'Two identities of one person became one.',
  'identity.merge_undone': 'The merge of two identities was undone.',
  'person.changed': 'A person changed their name or picture.',
  'person.exported': 'A person took a copy of everything that is kept of them.',
  'person.erased': 'A person was erased. What the log had of them is gone; its lines stay.',
  'session.stepped_up': 'Who is signed in proved again that it is them, and their session went on under another id.',
  'step_up.refused': 'A proof that it is still the same person was refused, for the reason that the line gives.',
  'session.started':
    'A person signed in. The signed message and its signature are kept as evidence until the person is erased.',
  'session.ended': 'A session ended, for the reason that the line gives.',
  'sign_in.refused': 'A sign-in was refused, for the reason that the line gives; the caller was told less.',
  'application.added': 'An application was added.',
  'application.changed': 'An application was changed; the line has the changes.',
  'application.disabled': 'An application was disabled, and what it was given ended.',
  'application.enabled': 'People may sign in to a disabled application again.',
  'application.removed': 'An application was removed, and what it was given ended.',
  'application.secret_rotated': 'An application was given another client secret.',
  'application.approved': 'A person let in an application that nobody registered; it is known by its document.',
  'application.registered': 'An application registered itself with a token of an operator.',
  'application.test_login_started': 'An administrator began a test login, as people sign in to an application.',
  'application.authorized': 'An application was given a code for a person; the line has the scopes.',
  'application.denied': 'A person denied an application what it asked for.',
  'device.approved': 'A person let a device sign in.',
  'device.denied': 'A person refused a device.',
  'grant.revoked': 'A person took back what an application was allowed.',
  'grant.wallet_changed': 'A person chose another wallet for an application to know.',
  'token.reuse_detected':
    'A code or a token that works once was shown a second time, and everything that came from it ended.',
  'token.retried':
    'An application presented a refresh token or device code again within the retry window, and got the same response again.',
  'signing_key.created': 'A signing key was made.',
  'signing_key.retired': 'A signing key was ended before its time.',
  'logout.delivered': 'An application was told that a session had ended.',
  'logout.failed':
    'An application could not be told that a session had ended; the line says how often it was tried, and why not.',
  'mail.failed': 'The mail server did not accept a mail; the line has its reply code, not the address.',
  'entry.expired':
    'A line about a refused attempt stood here, and was let go when its time was over. Its place, time and hash are left; the line `retention.applied` of its batch tells of it.',
  'retention.applied':
    'Lines about refused attempts whose time was over were let go: how many, between which, from before which day, and for how many days such lines are kept.',
  'registration_token.created': 'An operator made a token with which applications register themselves.',
  'registration_token.revoked': 'An operator took back a token with which applications register themselves.',
} as const
export type AuditEventType = keyof typeof auditEventTypes

/** What is to be recorded. */
export interface NewAuditEvent {
  type: AuditEventType
  outcome: 'success' | 'refused'
  /** Kept as long as the line: nothing that identifies a person. */
  details: Readonly<Record<string, string | number>>
  /** Erased with the person: who, from where, what was signed. */
  evidence: {
    personId: string | null
    content: Readonly<Record<string, string>>
    /** The proof whose signed message is in the content, and nowhere else. */
    proofId?: string
  }
}

/**
 * Writes lines, in the given order. On PostgreSQL they wait, unordered, until they are sealed (audit-log-sequencer.ts), so that no writer waits for
 * another; an SQLite file has one writer at a time, who seals them as they are written.
 * @param at milliseconds since 1970
 */
export async function appendAuditEvents(
  transaction: DatabaseTransaction,
  random: RandomBytes,
  at: number,
  events: readonly NewAuditEvent[],
): Promise<void> {
  await appendTimedAuditEvents(
    transaction,
    random,
    events.map((event) => ({ at, event: addCommandEvidence(event) })),
  )
}

/** A command says who runs it in each line that it writes; of what a seed invents nobody is to be named. */
const addCommandEvidence = (event: NewAuditEvent): NewAuditEvent => ({
  ...event,
  evidence: { ...event.evidence, content: { ...event.evidence.content, ...getAuditedOperatingSystemUserFields() } },
})

/** The same for lines that each have a time of their own. */
export async function appendTimedAuditEvents(
  transaction: DatabaseTransaction,
  random: RandomBytes,
  events: readonly { at: number; event: NewAuditEvent }[],
): Promise<void> {
  const lines = events.map(({ at, event }) => {
    const salt = Buffer.from(random(16)).toString('base64url')
    const content = JSON.stringify(event.evidence.content)
    const { personId, proofId = null } = event.evidence
    const { address } = event.evidence.content
    return {
      at,
      type: event.type,
      outcome: event.outcome,
      details: JSON.stringify(event.details),
      evidence_hash: computeAuditEvidenceHash(salt, personId, content),
      person_id: personId,
      salt,
      content,
      address: personId === null && address !== undefined ? canonicalizeWalletAddress(address) : null,
      proof_id: proofId,
    }
  })
  for (let from = 0; from < lines.length; from += auditSequencerBatchSize) {
    const some = lines.slice(from, from + auditSequencerBatchSize)
    if (isSqlite(transaction)) await appendSequencedAuditEntries(transaction, some)
    else await pipelineSqlStatement(transaction, insertUnsequenced(transaction, some))
  }
}

const insertUnsequenced = prepareSqlBatchQuery((queries, lines: readonly UnsequencedAuditEntry[]) =>
  queries.insertInto('pending_audit_events').values(lines),
)
