// The mail about a pending merge, to the verified address of the identity that would disappear. It is sent after the transaction; one that
// the mail server does not take is logged, and the merge stays pending: every session of the identity shows it.
import { languages } from '@countersign/api/languages'
import type { Language } from '@countersign/api/languages'
import { findEmail } from '../email/store.ts'
import { readAgreement } from '../people/merges.ts'
import type { Queries } from '../../platform/database/open-database.ts'
import type { MergesTable } from '../../platform/database/schema.ts'
import type { Letter, Mailer } from '../../platform/outbound/mail.ts'

interface World {
  queries: Queries
  mailer: Mailer
  origin: string
  log: { error: (details: object, text: string) => void }
}

export async function mailPending({ queries, mailer, origin, log }: World, merge: MergesTable): Promise<void> {
  try {
    const personId = merge.merged_person_id
    const email = await findEmail(queries, personId)
    if (email === undefined) return
    const person = await queries.selectFrom('people').select('locale').where('id', '=', personId).executeTakeFirst()
    const language = languages.find((known) => known === person?.locale) ?? languages[0] ?? 'en'
    await mailer.send(writePendingLetter(language, { to: email.address, merge, origin }))
  } catch (error) {
    log.error(
      { mergeId: merge.id, error: (error as Error).message },
      'mail about a pending merge failed; the merge stays pending and is shown in every session',
    )
  }
}

interface Parts {
  host: string
  page: string
  requestedAt: string
  effectiveAt: string
  networkPrefix: string
}

const texts: Readonly<Record<Language, (parts: Parts) => Pick<Letter, 'subject' | 'text'>>> = {
  en: ({ host, page, requestedAt, effectiveAt, networkPrefix }) => ({
    subject: `Did you ask to merge your identity at ${host}?`,
    text: `Your identity at ${host} is going to be merged into another one.
One of your wallets signed for this. The request came on ${requestedAt} from the network ${networkPrefix}.

Nothing has changed yet. The merge takes effect on ${effectiveAt}.

Did you not ask for it? Then sign in and refuse it before that time:
${page}

Did you ask for it? Then there is nothing to do. To merge at once, confirm it there in a browser
where you already use this identity, or sign in with a passkey.
`,
  }),
  de: ({ host, page, requestedAt, effectiveAt, networkPrefix }) => ({
    subject: `Wollten Sie Ihre Identität bei ${host} zusammenführen?`,
    text: `Ihre Identität bei ${host} soll mit einer anderen zusammengeführt werden und geht in ihr auf.
Eine Ihrer Wallets hat das unterschrieben. Die Anfrage kam am ${requestedAt} aus dem Netz ${networkPrefix}.

Noch hat sich nichts geändert. Die Zusammenführung wird am ${effectiveAt} wirksam.

Das waren nicht Sie? Dann melden Sie sich vorher an und lehnen Sie sie ab:
${page}

Das waren Sie? Dann ist nichts zu tun. Soll sie sofort wirksam werden, bestätigen Sie sie dort in
einem Browser, den Sie mit dieser Identität schon benutzen, oder melden Sie sich mit einem Passkey an.
`,
  }),
}

/** In UTC: the reader's zone is not known. */
const timeIn = (language: Language, at: number): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(at) + ' UTC'

function writePendingLetter(
  language: Language,
  { to, merge, origin }: { to: string; merge: MergesTable; origin: string },
): Letter {
  const text = texts[language]({
    host: new URL(origin).host,
    page: `${origin}/account/wallets`,
    requestedAt: timeIn(language, merge.pending_since ?? merge.offered_at),
    effectiveAt: timeIn(language, merge.effective_at ?? merge.expires_at),
    networkPrefix: readAgreement(merge).acceptedBy?.networkPrefix ?? '',
  })
  return { to, language, ...text }
}
