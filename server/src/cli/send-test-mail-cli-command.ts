import { isEmailAddress } from '@countersign/api/email-address-format'
import type { Command } from 'commander'
import { loadServerSettings } from '../platform/load-server-settings.ts'
import { MailDeliveryError, createMailer } from '../platform/outbound/smtp-client.ts'
import { printCliError, setCliCommandAction } from './cli-command-actions.ts'
import type { CliCommandOutcome } from './cli-command-actions.ts'

export function registerCliCommands(program: Command): void {
  const mail = program.command('mail').description('Tests outgoing mail.')
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
  if (!isEmailAddress(to)) return printCliError('This server cannot send mail to that address.')
  const { settings } = loadServerSettings(process.env)
  const mailer = createMailer(settings)
  if (mailer === null)
    return printCliError('No mail server is configured (COUNTERSIGN_SMTP_HOST), so no email is sent.')
  const { smtpHost, smtpPort, origin } = settings
  try {
    await mailer.send({
      to,
      language: 'en',
      subject: `Test email from ${new URL(origin).host}`,
      text: `${origin} can send email.\n`,
    })
  } catch (error) {
    if (!(error instanceof MailDeliveryError)) throw error
    return printCliError(`${smtpHost}, port ${smtpPort}, did not accept the email: ${error.message}.`)
  }
  return {
    json: { host: smtpHost, port: smtpPort, to },
    text: `${smtpHost}, port ${smtpPort}, accepted the email. Check whether it arrives at ${to}.`,
  }
}
