// The way out for mail (SMTP): to the one server that the operator names, and to no other. What is sent is plain text; the address that it
// goes to was checked by its form, and is handed over apart from every header (header injection, THREATS P15).
import { createTransport } from 'nodemailer'
import type { ServerSettings } from '../server-setting-definitions.ts'

export interface OutgoingEmail {
  to: string
  subject: string
  text: string
  /** RFC 3282. */
  language: string
}

export interface Mailer {
  /** @throws MailDeliveryError where the operator's server does not take it */
  send: (letter: OutgoingEmail) => Promise<void>
}

/** Why a mail was not taken, for the log and the operator; who asked for it hears only that it was not. */
export class MailDeliveryError extends Error {
  override readonly name = 'MailDeliveryError'
}

type MailSettings = Pick<
  ServerSettings,
  'smtpHost' | 'smtpPort' | 'smtpTls' | 'smtpUser' | 'smtpPassword' | 'smtpFrom'
> & {
  origin: string
}

const smtpTimeoutMs = 10_000

/** @returns null where the operator has named no server: then nothing is sent, ever */
export function createMailer(settings: MailSettings): Mailer | null {
  const { smtpHost, smtpPort, smtpTls, smtpUser, smtpPassword, smtpFrom, origin } = settings
  if (smtpHost === '') return null
  const transport = createTransport({
    host: smtpHost,
    port: smtpPort,
    name: new URL(origin).hostname,
    secure: smtpTls === 'implicit',
    requireTLS: smtpTls === 'starttls',
    ignoreTLS: smtpTls === 'none',
    tls: { minVersion: 'TLSv1.2' },
    ...(smtpUser !== '' && { auth: { user: smtpUser, pass: smtpPassword } }),
    connectionTimeout: smtpTimeoutMs,
    greetingTimeout: smtpTimeoutMs,
    socketTimeout: smtpTimeoutMs,
    dnsTimeout: smtpTimeoutMs,
    // A text is a text: nothing is read from a file or an address because of what stands in it.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: async ({ to, subject, text, language }) => {
      try {
        await transport.sendMail({
          from: { name: '', address: smtpFrom },
          to: { name: '', address: to },
          envelope: { from: smtpFrom, to: [to] },
          subject,
          text,
          // So that the code can be read in whatever shows a mail.
          textEncoding: 'quoted-printable',
          headers: { 'content-language': language, 'auto-submitted': 'auto-generated' },
        })
      } catch (error) {
        const { code, responseCode } = error as { code?: string; responseCode?: number }
        throw new MailDeliveryError([code, responseCode].filter((part) => part !== undefined).join(' ') || 'unknown')
      }
    },
  }
}
