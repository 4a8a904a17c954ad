// Adds an e-mail address to a person, once they have shown that they read what comes there. It is never a way to sign in and never a way
// back (THREATS P15): nothing but what applications are told hangs on it. One address can be several people's: whoever reads it may say so,
// and nobody finds out by asking whether it is anybody's (decision 0038).
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

/** The caller, and since when their browser has been known. */
type EmailCodeRequester = AuthenticatedSessionIds & { session: { browser_known_at: number | null } }

/**
 * Makes a code for an address, and the mail that carries it.
 * @returns the mail; null where the mailbox has had its mails of the day, which the answer must not reveal
 * @throws ApiError `email.invalid`, `rate.limited`; `session.required` where the session has ended meanwhile
 */
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
    // Whoever asks for a code to somebody's mailbox is not told that others have: it is as if it had been sent.
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

/**
 * Takes the code that was sent.
 * @throws ApiError `email.code_invalid`, also where there is none, it ran out, or it was for another session
 */
export async function confirmEmailVerificationCode(
  context: EmailVerificationContext,
  code: string,
  holder: AuthenticatedSessionIds,
  now: number,
): Promise<void> {
  const { queries, hashes, limits, random } = context
  const personId = holder.person.id
  // A try that fails is kept, or there would be no end of them.
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

/** Takes a person's address away. Applications are told none from then on; what they know they may keep. */
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
): Promise<void> =>
  appendAuditEvents(transaction, random, now, [
    { type: 'person.changed', outcome: 'success', details: { changed: 'email' }, evidence: { personId, content: {} } },
  ])
