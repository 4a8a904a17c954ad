// SMTP client that keeps the recipient separate from all headers (header injection, THREATS P15).
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
  /** @throws MailDeliveryError */
  send: (letter: OutgoingEmail) => Promise<void>
}

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
    // Message content must never make the library read a file or a URL.
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
