// The one mail that is sent: a code, for what and how long it is good, and what to do who did not ask for it. Plain text, and nothing in it but
// the code that only its reader should know.
import type { InterfaceLanguage } from '@countersign/api/interface-languages'
import type { OutgoingEmail } from '../../platform/outbound/smtp-client.ts'

interface VerificationEmailParts {
  to: string
  code: string
  origin: string
  minutes: number
}

const emailTexts: Readonly<
  Record<InterfaceLanguage, (parts: VerificationEmailParts) => Pick<OutgoingEmail, 'subject' | 'text'>>
> = {
  en: ({ code, origin, minutes }) => ({
    subject: `Your code for ${new URL(origin).host}`,
    text: `${code}

This is the code to add this e-mail address to your account at ${origin}
Enter it on the page where you asked for it. It is good for ${minutes} minutes.

Did you not ask for it? Then there is nothing to do: without the code nothing happens. Never tell it to anybody.
`,
  }),
  de: ({ code, origin, minutes }) => ({
    subject: `Ihr Code für ${new URL(origin).host}`,
    text: `${code}

Das ist der Code, mit dem Sie diese E-Mail-Adresse Ihrem Konto bei ${origin} hinzufügen.
Geben Sie ihn auf der Seite ein, auf der Sie ihn angefordert haben. Er gilt ${minutes} Minuten.

Sie haben ihn nicht angefordert? Dann ist nichts zu tun: Ohne den Code geschieht nichts. Sagen Sie ihn niemandem.
`,
  }),
}

export const composeVerificationEmail = (
  language: InterfaceLanguage,
  parts: VerificationEmailParts,
): OutgoingEmail => ({
  to: parts.to,
  language,
  ...emailTexts[language](parts),
})
