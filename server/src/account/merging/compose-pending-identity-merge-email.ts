import { interfaceLanguages } from '@countersign/api/interface-languages'
import type { InterfaceLanguage } from '@countersign/api/interface-languages'
import { parseSignedIdentityMergeAgreement } from '../../store/people/identity-merge-offer-store.ts'
import type { IdentityMergesTable } from '../../platform/database/database-schema.ts'
import type { OutgoingEmail } from '../../platform/outbound/smtp-client.ts'
import type { IdentityMergeEmailRecipient } from './accept-identity-merge.ts'

interface PendingMergeEmailParts {
  host: string
  page: string
  requestedAt: string
  effectiveAt: string
  networkPrefix: string
}

const emailTexts: Readonly<
  Record<InterfaceLanguage, (parts: PendingMergeEmailParts) => Pick<OutgoingEmail, 'subject' | 'text'>>
> = {
  en: ({ host, page, requestedAt, effectiveAt, networkPrefix }) => ({
    subject: `Did you request to merge your identity at ${host}?`,
    text: `Your identity at ${host} is about to be merged into another identity.
One of your wallets signed the request. It was sent on ${requestedAt} from the network ${networkPrefix}.

Nothing has changed yet. The merge takes effect on ${effectiveAt}.

If you didn’t request it, sign in and refuse it before that time:
${page}

If you requested it, you don’t need to do anything. To merge immediately, confirm the merge on that page in
a browser where you already use this identity, or sign in with a passkey.
`,
  }),
  de: ({ host, page, requestedAt, effectiveAt, networkPrefix }) => ({
    subject: `Wollten Sie Ihre Identität bei ${host} zusammenführen?`,
    text: `Ihre Identität bei ${host} soll mit einer anderen zusammengeführt werden und geht in dieser auf.
Eine Ihrer Wallets hat das unterschrieben. Die Anfrage kam am ${requestedAt} aus dem Netz ${networkPrefix}.

Noch hat sich nichts geändert. Die Zusammenführung wird am ${effectiveAt} wirksam.

Wenn Sie das nicht waren, melden Sie sich vorher an und lehnen Sie die Zusammenführung ab:
${page}

Wenn Sie das waren, müssen Sie nichts tun. Soll sie sofort wirksam werden, bestätigen Sie sie dort in
einem Browser, in dem Sie diese Identität schon benutzen, oder melden Sie sich mit einem Passkey an.
`,
  }),
}

const formatUtcTime = (language: InterfaceLanguage, at: number): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(at) + ' UTC'

export function composePendingIdentityMergeEmail(
  { address, locale }: IdentityMergeEmailRecipient,
  merge: IdentityMergesTable,
  origin: string,
): OutgoingEmail {
  const language = interfaceLanguages.find((known) => known === locale) ?? interfaceLanguages[0] ?? 'en'
  const text = emailTexts[language]({
    host: new URL(origin).host,
    page: `${origin}/account/wallets`,
    requestedAt: formatUtcTime(language, merge.pending_since ?? merge.offered_at),
    effectiveAt: formatUtcTime(language, merge.effective_at ?? merge.expires_at),
    networkPrefix: parseSignedIdentityMergeAgreement(merge).acceptedBy?.networkPrefix ?? '',
  })
  return { to: address, language, ...text }
}
