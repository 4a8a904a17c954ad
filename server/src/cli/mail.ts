// `countersign mail test`: whether the mail server of the settings takes a mail of this server, before a person waits for one.
import { isEmailAddress } from '@countersign/api/email-address'
import type { Command } from 'commander'
import { loadSettings } from '../platform/load-settings.ts'
import { MailFault, createMailer } from '../platform/outbound/mail.ts'
import { refused, runs } from './cli.ts'
import type { Outcome } from './cli.ts'

export function register(program: Command): void {
  const mail = program.command('mail').description('Outgoing mail.')
  runs(
    mail
      .command('test <address>')
      .description(
        'Sends a test email through the configured mail server (COUNTERSIGN_SMTP_HOST) and reports whether it was accepted.',
      ),
    test,
  )
}

async function test(to: string): Promise<Outcome> {
  if (!isEmailAddress(to)) return refused('That is not an e-mail address that this server would send to.')
  const { settings } = loadSettings(process.env)
  const mailer = createMailer(settings)
  if (mailer === null) return refused('No mail server is set (COUNTERSIGN_SMTP_HOST): nothing is ever sent.')
  const { smtpHost, smtpPort, origin } = settings
  try {
    await mailer.send({
      to,
      language: 'en',
      subject: `A test of ${new URL(origin).host}`,
      text: `${origin} can send mail.\n`,
    })
  } catch (error) {
    if (!(error instanceof MailFault)) throw error
    return refused(`${smtpHost}, port ${smtpPort}, did not take it: ${error.message}.`)
  }
  return {
    json: { host: smtpHost, port: smtpPort, to },
    text: `${smtpHost}, port ${smtpPort}, took it. Look whether it arrives at ${to}.`,
  }
}
