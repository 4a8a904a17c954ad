// Addresses are never used for sign-in or recovery (THREATS P15). Several people can verify the
// same address, and no one can find out whether an address is in use (decision 0038).
import type { InterfaceLanguage } from '@countersign/api/interface-languages'
import type { ServerLimitValues } from '@countersign/api/server-limits'
import { isEmailAddress } from '@countersign/api/email-address-format'
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { OutgoingEmail } from '../../platform/outbound/smtp-client.ts'
import { ApiError } from '../../platform/api-error.ts'
import { lockPersonAndSessionRows } from '../../store/sessions/lock-session-rows.ts'
import type { AuthenticatedSessionIds } from '../../store/sessions/lock-session-rows.ts'
import { generateEmailVerificationCode, areHashesEqualTimingSafe } from './email-verification-code.ts'
import type { EmailVerificationHasher } from './email-verification-code.ts'
import { composeVerificationEmail } from './compose-verification-email.ts'
import { normalizeEmailMailbox, getMaxDailyEmails } from '../../store/email/email-rate-limit-mailbox.ts'
import {
  createEmailChangedEvent,
  reserveDailyEmailQuota,
  recordEmailVerificationAttempt,
  findStoredEmailVerificationCode,
  removeEmailVerificationCode,
  deleteEmailRecordsOfPeople,
  setEmailVerificationCode,
  setVerifiedEmailAddress,
  getSecondsUntilNextUtcDay,
} from '../../store/email/email-store.ts'

export interface EmailVerificationContext {
  queries: DatabaseQueryBuilder
  random: RandomBytes
  origin: string
  hashes: EmailVerificationHasher
  limits: Pick<ServerLimitValues, 'emailCodeLifetimeSeconds' | 'emailCodeAttempts' | 'emailsPerDay'>
}

type EmailCodeRequester = AuthenticatedSessionIds & { session: { browser_known_at: number | null } }

/** Returns null if the mailbox limit is reached. */
export async function issueEmailVerificationCode(
  context: EmailVerificationContext,
  {
    address,
    language,
    holder,
    now,
  }: { address: string; language: InterfaceLanguage; holder: EmailCodeRequester; now: number },
): Promise<OutgoingEmail | null> {
  if (!isEmailAddress(address)) throw new ApiError('email.invalid')
  const { random, hashes, limits, origin, queries } = context
  const personId = holder.person.id
  const code = generateEmailVerificationCode(random)
  const canSend = await queries.transaction().execute(async (transaction) => {
    await lockPersonAndSessionRows(transaction, holder)
    const count = (kind: 'person' | 'address', value: string, most: number): Promise<boolean> =>
      reserveDailyEmailQuota(transaction, { key: hashes.hashSendCountKey(kind, value), most, now })
    if (!(await count('person', personId, limits.emailsPerDay)))
      throw new ApiError('rate.limited', { place: { retryAfterSeconds: getSecondsUntilNextUtcDay(now) } })
    await setEmailVerificationCode(transaction, {
      person_id: personId,
      session_id: holder.session.id,
      address,
      code_hash: hashes.hashCode(code, { personId, sessionId: holder.session.id, address }),
      attempts: 0,
      expires_at: now + limits.emailCodeLifetimeSeconds * 1000,
    })
    // The caller must respond as if the email was sent; otherwise the response would reveal that
    // others requested codes for this mailbox.
    return count(
      'address',
      normalizeEmailMailbox(address),
      getMaxDailyEmails(limits.emailsPerDay, holder.session.browser_known_at, now),
    )
  })
  if (!canSend) return null
  const minutes = Math.round(limits.emailCodeLifetimeSeconds / 60)
  return composeVerificationEmail(language, { to: address, code, origin, minutes })
}

/** `email.code_invalid` also covers expired and missing codes, and codes of another session. */
export async function confirmEmailVerificationCode(
  context: EmailVerificationContext,
  code: string,
  holder: AuthenticatedSessionIds,
  now: number,
): Promise<void> {
  const { queries, hashes, limits, random } = context
  const personId = holder.person.id
  // The transaction commits even for a wrong code, so that the attempt counts.
  const isRight = await queries.transaction().execute(async (transaction) => {
    await lockPersonAndSessionRows(transaction, holder)
    const row = await findStoredEmailVerificationCode(transaction, personId, now)
    if (row === undefined || row.attempts >= limits.emailCodeAttempts) return false
    await recordEmailVerificationAttempt(transaction, personId)
    const { address } = row
    if (
      !areHashesEqualTimingSafe(
        hashes.hashCode(code, { personId, sessionId: holder.session.id, address }),
        row.code_hash,
      )
    )
      return false
    await removeEmailVerificationCode(transaction, personId)
    await setVerifiedEmailAddress(transaction, { person_id: personId, address, verified_at: now })
    await logEmailChange(transaction, random, personId, now)
    return true
  })
  if (!isRight) throw new ApiError('email.code_invalid')
}

/** Applications that already know the address may keep it. */
export async function removeEmailAddress(
  context: EmailVerificationContext,
  holder: AuthenticatedSessionIds,
  now: number,
): Promise<void> {
  await context.queries.transaction().execute(async (transaction) => {
    await lockPersonAndSessionRows(transaction, holder)
    if (await deleteEmailRecordsOfPeople(transaction, [holder.person.id]))
      await logEmailChange(transaction, context.random, holder.person.id, now)
  })
}

const logEmailChange = (
  transaction: DatabaseTransaction,
  random: RandomBytes,
  personId: string,
  now: number,
): Promise<void> => appendAuditEvents(transaction, random, now, [createEmailChangedEvent(personId)])
