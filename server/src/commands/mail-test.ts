// `countersign mail test`: whether the mail server of the settings takes a mail of this server, before a person waits for one.
import { isEmailAddress } from '@countersign/api/email-address'
import type { Command } from './command.ts'
import { loadSettings } from '../platform/load-settings.ts'
import { MailFault, createMailer } from '../platform/outbound/mail.ts'
import { readArguments, refused } from './application-command.ts'

const usage = 'mail test ADDRESS'

export const mailTest: Command = {
  usage,
  about:
    'Sends a mail to an address by the mail server of the settings (COUNTERSIGN_SMTP_HOST), and says whether it was taken.',
  run: async (parameters) => {
    const given = readArguments(parameters, { usage, options: {}, count: 1 })
    if (given === null) return 2
    const to = given.operands[0] as string
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
    console.log(`${smtpHost}, port ${smtpPort}, took it. Look whether it arrives at ${to}.`)
    return 0
  },
}
