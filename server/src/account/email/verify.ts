// Adds an e-mail address to a person, once they have shown that they read what comes there. It is never a way to sign in and never a way
// back (THREATS P15): nothing but what applications are told hangs on it. One address can be several people's: whoever reads it may say so,
// and nobody finds out by asking whether it is anybody's (decision 0038).
import type { Language } from '@countersign/api/languages'
import type { Limits } from '@countersign/api/limits'
import { isEmailAddress } from '@countersign/api/email-address'
import { appendEvents } from '../../audit-log/append.ts'
import type { Random } from '../../platform/clock.ts'
import type { Queries, Transaction } from '../../platform/database/open-database.ts'
import type { Letter } from '../../platform/outbound/mail.ts'
import { Refusal } from '../../platform/refusal.ts'
import { holdSignedIn } from '../../store/sessions/hold.ts'
import type { Holder } from '../../store/sessions/hold.ts'
import { createCode, isSameHash } from './code.ts'
import type { EmailHashes } from './code.ts'
import { writeLetter } from './letter.ts'
import { mailboxOf, mostMails } from '../../store/email/mailbox.ts'
import {
  countMail,
  countTry,
  findCode,
  removeCode,
  removeEmailsOf,
  setCode,
  setEmail,
  untilNextDay,
} from '../../store/email/store.ts'

export interface World {
  queries: Queries
  random: Random
  origin: string
  hashes: EmailHashes
  limits: Pick<Limits, 'emailCodeLifeSeconds' | 'emailCodeTries' | 'emailsPerDay'>
}

/** The caller, and since when their browser has been known. */
type Asking = Holder & { session: { browser_known_at: number | null } }

/**
 * Makes a code for an address, and the mail that carries it.
 * @returns the mail; null where the mailbox has had its mails of the day, which the answer must not reveal
 * @throws Refusal `email.unusable`, `rate.limited`; `session.required` where the session has ended meanwhile
 */
export async function createCodeLetter(
  world: World,
  { address, language, holder, now }: { address: string; language: Language; holder: Asking; now: number },
): Promise<Letter | null> {
  if (!isEmailAddress(address)) throw new Refusal('email.unusable')
  const { random, hashes, limits, origin, queries } = world
  const personId = holder.person.id
  const code = createCode(random)
  const mayGoOut = await queries.transaction().execute(async (transaction) => {
    await holdSignedIn(transaction, holder)
    const count = (kind: 'person' | 'address', value: string, most: number): Promise<boolean> =>
      countMail(transaction, { key: hashes.count(kind, value), most, now })
    if (!(await count('person', personId, limits.emailsPerDay)))
      throw new Refusal('rate.limited', { place: { retryAfterSeconds: untilNextDay(now) } })
    await setCode(transaction, {
      person_id: personId,
      session_id: holder.session.id,
      address,
      code_hash: hashes.code(code, { personId, sessionId: holder.session.id, address }),
      tries: 0,
      expires_at: now + limits.emailCodeLifeSeconds * 1000,
    })
    // Whoever asks for a code to somebody's mailbox is not told that others have: it is as if it had been sent.
    return count('address', mailboxOf(address), mostMails(limits.emailsPerDay, holder.session.browser_known_at, now))
  })
  if (!mayGoOut) return null
  const minutes = Math.round(limits.emailCodeLifeSeconds / 60)
  return writeLetter(language, { to: address, code, origin, minutes })
}

/**
 * Takes the code that was sent.
 * @throws Refusal `email.code_wrong`, also where there is none, it ran out, or it was for another session
 */
export async function confirmCode(world: World, code: string, holder: Holder, now: number): Promise<void> {
  const { queries, hashes, limits, random } = world
  const personId = holder.person.id
  // A try that fails is kept, or there would be no end of them.
  const isRight = await queries.transaction().execute(async (transaction) => {
    await holdSignedIn(transaction, holder)
    const row = await findCode(transaction, personId, now)
    if (row === undefined || row.tries >= limits.emailCodeTries) return false
    await countTry(transaction, personId)
    const { address } = row
    if (!isSameHash(hashes.code(code, { personId, sessionId: holder.session.id, address }), row.code_hash)) return false
    await removeCode(transaction, personId)
    await setEmail(transaction, { person_id: personId, address, verified_at: now })
    await logChange(transaction, random, personId, now)
    return true
  })
  if (!isRight) throw new Refusal('email.code_wrong')
}

/** Takes a person's address away. Applications are told none from then on; what they know they may keep. */
export async function removeEmail(world: World, holder: Holder, now: number): Promise<void> {
  await world.queries.transaction().execute(async (transaction) => {
    await holdSignedIn(transaction, holder)
    if (await removeEmailsOf(transaction, [holder.person.id]))
      await logChange(transaction, world.random, holder.person.id, now)
  })
}

const logChange = (transaction: Transaction, random: Random, personId: string, now: number): Promise<void> =>
  appendEvents(transaction, random, now, [
    { type: 'person.changed', outcome: 'success', details: { changed: 'email' }, evidence: { personId, content: {} } },
  ])
