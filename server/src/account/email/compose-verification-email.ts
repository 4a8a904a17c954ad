// The plain-text email with a verification code. It contains nothing else that is confidential.
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

Use this code to add this email address to your account at this site:
${origin}

Enter it on the page where you requested it. It expires in ${minutes} minutes.

If you didn’t request it, ignore this email: nothing happens without the code. Never share it with anyone.
`,
  }),
  de: ({ code, origin, minutes }) => ({
    subject: `Ihr Code für ${new URL(origin).host}`,
    text: `${code}

Mit diesem Code fügen Sie diese E-Mail-Adresse Ihrem Konto bei dieser Website hinzu:
${origin}

Geben Sie ihn auf der Seite ein, auf der Sie ihn angefordert haben. Er gilt ${minutes} Minuten.

Haben Sie ihn nicht angefordert, ignorieren Sie diese E-Mail: Ohne den Code geschieht nichts. Geben Sie ihn niemandem weiter.
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
