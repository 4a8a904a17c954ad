// Entries are appended in the same transaction as the change that they record.
import { canonicalizeWalletAddress } from '../chains/families/chain-family-registry.ts'
import type { RandomBytes } from '../platform/clock.ts'
import type { DatabaseTransaction } from '../platform/database/open-sqlite-or-postgres-database.ts'
import { isSqlite } from '../platform/database/is-sqlite.ts'
import { prepareSqlBatchQuery, pipelineSqlStatement } from '../platform/database/prepare-and-pipeline-sql-queries.ts'
import { getAuditedOperatingSystemUserFields } from './audit-actor.ts'
import { computeAuditEvidenceHash } from './compute-audit-entry-hash.ts'
import { auditSequencerBatchSize, appendSequencedAuditEntries } from './audit-log-sequencer.ts'
import type { UnsequencedAuditEntry } from './audit-log-sequencer.ts'

export const auditEventTypes = {
  'person.created': 'A person was created for a new passkey or for a wallet that belonged to no one.',
  'role.granted': 'A role was granted to a person.',
  'role.revoked': 'A person’s role was revoked.',
  'api_token.created': 'An API token was created.',
  'api_token.revoked': 'An API token was revoked.',
  'branding.changed': 'The site’s branding was changed.',
  'audit_log.exported': 'The audit log for all people was exported.',
  'people.exported': 'The list of people was exported.',
  'backup.created': 'A database backup was made, or an operator reported one made with other tools.',
  'database.restored':
    'The database was restored from a backup. Entries made after the backup are missing from this log; revocations made after the backup were applied again.',
  'person.suspended': 'A person was suspended, and their sessions ended.',
  'person.reactivated': 'A suspended person was reactivated and can sign in again.',
  'wallet.linked': 'A wallet was linked to a person.',
  'wallet.unlinked': 'A wallet was unlinked from a person, and the sessions started with it ended.',
  'wallet.refused':
    'A wallet was not linked. The entry states the reason; the response to the caller was less detailed.',
  'wallet.chain_unavailable':
    'The chain of a contract wallet cannot be read, so it is unknown whether the wallet still confirms its sessions. The sessions continue for now.',
  'wallet.chain_available':
    'A contract wallet that could not be checked earlier was checked again and still confirms its sessions.',
  'wallet.put_on_hold':
    'A contract wallet has changed hands, and the person it is linked to has another sign-in method. The wallet’s sessions have ended, and the wallet is on hold until the person confirms it with another sign-in method.',
  'wallet.hold_released':
    'A person confirmed a wallet on hold with another sign-in method. The wallet can sign in again.',
  'wallet.ownership_changed':
    'A contract wallet has changed hands and is the only sign-in method of the person it is linked to. Its controller is treated as that person, and the wallet can still sign in.',
  'group.added': 'A group was added.',
  'group.changed': 'A group was changed; the entry lists the changes.',
  'group.removed': 'A group was removed.',
  'group.member_added': 'A person became a member of a group because they matched its rule.',
  'group.member_removed':
    'A person is no longer a member of a group, and access that depended on the membership has ended. Either a check found this (`reason`: `read`), or checks failed for too long (`unreachable`).',
  'resource.added': 'A resource was added.',
  'resource.changed': 'A resource was changed; the entry lists the changes.',
  'resource.removed': 'A resource was removed.',
  'product.added': 'A product was added.',
  'product.changed': 'A product was changed; the entry lists the changes.',
  'product.removed': 'A product was removed.',
  'passkey.added':
    'A person added a passkey. If `how` is `automatic`, the browser created it in the background after a wallet sign-in, as the person allowed.',
  'passkey.removed': 'A person removed a passkey, and the sessions started with it ended.',
  'passkey.refused':
    'A passkey was not added. The entry states the reason; the response to the caller was less detailed.',
  'passkey.counter_regressed':
    'A passkey was refused because its signature counter was lower than before, which suggests that the passkey was copied.',
  'passkey.backup_changed':
    'A passkey reported that it can now be on several devices, or on only one device (`now`: `several-devices`, `one-device`). This should never change after registration.',
  'cross_device.ended':
    'A sign-in that was waiting for another device ended. The entry states the reason: the sign-in was refused or reported on that device (`refused`, `reported`), the wrong pair was chosen there (`wrong-pair`), or a second device opened the sign-in (`second-device`).',
  'browser.first_seen': 'A person signed in for the first time with this browser.',
  'browser.trusted': 'A browser was marked as trusted, which means that the person uses it themselves.',
  'identity.merge_requested':
    'One of two identities accepted a merge that the other has not confirmed. The merge is pending.',
  'identity.merge_ended':
    'A pending merge was refused or canceled, or could not take effect. The entry states the reason. Nothing was changed.',
  'identity.merged': 'Two identities of one person were merged.',
  'identity.merge_undone': 'The merge of two identities was undone.',
  'person.changed': 'A person changed their name or picture.',
  'person.exported': 'A person exported their personal data.',
  'person.erased': 'A person was erased. Their data in the log was deleted; the entries remain.',
  'session.stepped_up':
    'A signed-in person confirmed their identity again (step-up), and their session continued under a new ID.',
  'step_up.refused': 'A step-up was refused. The entry states the reason.',
  'session.started':
    'A person signed in. The entry names the wallet app that the browser stated, and the application that the person signed in for, if there are any. The signed message and its signature are kept as evidence until the person is erased.',
  'session.ended': 'A session ended. The entry states the reason.',
  'sign_in.refused':
    'A sign-in was refused. The entry states the reason; the response to the caller was less detailed.',
  'application.added': 'An application was added.',
  'application.changed': 'An application was changed; the entry lists the changes.',
  'application.disabled': 'An application was disabled, and all its access was revoked.',
  'application.enabled': 'A disabled application was enabled again.',
  'application.removed': 'An application was removed, and all its access was revoked.',
  'application.secret_rotated': 'A new client secret was created for an application.',
  'application.approved':
    'A person allowed an unregistered application, which is described by its client ID metadata document.',
  'application.registered': 'An application registered itself with a registration token.',
  'application.test_login_started': 'An administrator started a test login to an application.',
  'application.authorized':
    'An authorization code for a person was issued to an application; the entry lists the scopes.',
  'application.denied':
    'A person denied an application’s request. If the person was in none of the groups that the application requires, the entry is a refusal and states the reason.',
  'device.approved': 'A person approved a device’s sign-in request.',
  'device.denied':
    'A person denied a device’s sign-in request, or was refused because the application requires a group. The entry then states the reason.',
  'grant.revoked': 'A person revoked the access granted to an application.',
  'grant.wallet_changed': 'A person chose a different wallet to disclose to an application.',
  'token.reuse_detected': 'A single-use code or token was presented again, and everything issued from it was revoked.',
  'token.retried':
    'An application presented a refresh token or device code again within the retry window, and got the same response again.',
  'signing_key.created': 'A signing key was created.',
  'signing_key.retired': 'A signing key was retired early.',
  'logout.delivered': 'An application was notified that a session had ended.',
  'logout.failed':
    'An application could not be notified that a session had ended; the entry contains the number of attempts and the reason.',
  'mail.failed':
    'The mail server did not accept an email; the entry contains the server’s reply code, but not the email address.',
  'entry.expired':
    'An expired entry about a refused attempt. Its position, time and hash remain; the `retention.applied` entry of its batch records the expiry.',
  'retention.applied':
    'Entries about refused attempts expired. This entry records their number, the first and the last of them, the cutoff time, and the number of days for which such entries are kept.',
  'registration_token.created':
    'An operator created a registration token, which lets applications register themselves.',
  'registration_token.revoked': 'An operator revoked a registration token.',
} as const
export type AuditEventType = keyof typeof auditEventTypes

export interface NewAuditEvent {
  type: AuditEventType
  outcome: 'success' | 'refused'
  /** Kept as long as the entry, so it must contain nothing that identifies a person. */
  details: Readonly<Record<string, string | number>>
  /** Erased with the person: the actor, the network and what was signed. */
  evidence: {
    personId: string | null
    content: Readonly<Record<string, string>>
    /** A proof whose signed message is stored only in this content. */
    proofId?: string
  }
}

/** On PostgreSQL, entries stay pending until sequenced, so writers never wait for each other. */
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

// Generated demo entries are the only command entries without the operating system user.
const addCommandEvidence = (event: NewAuditEvent): NewAuditEvent => ({
  ...event,
  evidence: { ...event.evidence, content: { ...event.evidence.content, ...getAuditedOperatingSystemUserFields() } },
})

/** Like `appendAuditEvents`, but each entry has a given time and names no operating system user. */
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
