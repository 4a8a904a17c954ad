// `countersign mail test`: whether the mail server of the settings takes a mail of this server, before a person waits for one.
import { isEmailAddress } from '@countersign/api/email-address-format'
import type { Command } from 'commander'
import { loadServerSettings } from '../platform/load-server-settings.ts'
import { MailDeliveryError, createMailer } from '../platform/outbound/smtp-client.ts'
import { printCliError, setCliCommandAction } from './cli-command-actions.ts'
import type { CliCommandOutcome } from './cli-command-actions.ts'

export function registerCliCommands(program: Command): void {
  const mail = program.command('mail').description('Outgoing mail.')
  setCliCommandAction(
    mail
      .command('test <address>')
      .description(
        'Sends a test email through the configured mail server (COUNTERSIGN_SMTP_HOST) and reports whether it was accepted.',
      ),
    sendTestMail,
  )
}

async function sendTestMail(to: string): Promise<CliCommandOutcome> {
  if (!isEmailAddress(to)) return printCliError('That is not an e-mail address that this server would send to.')
  const { settings } = loadServerSettings(process.env)
  const mailer = createMailer(settings)
  if (mailer === null) return printCliError('No mail server is set (COUNTERSIGN_SMTP_HOST): nothing is ever sent.')
  const { smtpHost, smtpPort, origin } = settings
  try {
    await mailer.send({
      to,
      language: 'en',
      subject: `A test of ${new URL(origin).host}`,
      text: `${origin} can send mail.\n`,
    })
  } catch (error) {
    if (!(error instanceof MailDeliveryError)) throw error
    return printCliError(`${smtpHost}, port ${smtpPort}, did not take it: ${error.message}.`)
  }
  return {
    json: { host: smtpHost, port: smtpPort, to },
    text: `${smtpHost}, port ${smtpPort}, took it. Look whether it arrives at ${to}.`,
  }
}
