// An SMTP server on loopback that stores the mail it receives.
import { SMTPServer } from 'smtp-server'
import type { SMTPServerEnvelope } from 'smtp-server'
import type { AddressInfo } from 'node:net'

export interface ReceivedMail {
  from: string
  to: readonly string[]
  /** Headers and text. */
  raw: string
}

export interface TestMailServer {
  port: number
  mails: ReceivedMail[]
  waitForMails: (count: number) => Promise<void>
  /** Holds mail back until the test calls the returned function. */
  pauseDelivery: () => () => void
  rejectMails: () => void
  close: () => Promise<void>
}

export async function startTestMailServer(): Promise<TestMailServer> {
  const mails: ReceivedMail[] = []
  let isRefusing = false
  const waiting = new Set<() => void>()
  let gate = Promise.resolve()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, { envelope }, callback) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => void gate.then(() => take(envelope, Buffer.concat(parts).toString(), callback)))
    },
  })

  function take({ mailFrom, rcptTo }: SMTPServerEnvelope, raw: string, callback: (fault?: Error) => void): void {
    if (isRefusing) return callback(new Error('no more of this'))
    const from = mailFrom === false ? '' : mailFrom.address
    mails.push({ from, to: rcptTo.map(({ address }) => address), raw })
    for (const look of waiting) look()
    callback()
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.server.address() as AddressInfo
  return {
    port,
    mails,
    waitForMails: (count) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (mails.length < count) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      }),
    pauseDelivery: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      gate = promise
      return resolve
    },
    rejectMails: () => (isRefusing = true),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
