// A mail server on this machine that keeps what it is sent (a real SMTP server, on loopback), for tests of what goes out.
import { SMTPServer } from 'smtp-server'
import type { AddressInfo } from 'node:net'

export interface TestMail {
  from: string
  to: readonly string[]
  /** As it came, headers and text. */
  raw: string
}

export interface TestMailServer {
  port: number
  mails: TestMail[]
  /** Refuses what comes from now on. */
  refuse: () => void
  close: () => Promise<void>
}

export async function startMailServer(): Promise<TestMailServer> {
  const mails: TestMail[] = []
  let isRefusing = false
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, { envelope }, callback) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        if (isRefusing) return callback(new Error('no more of this'))
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        mails.push({ from, to: envelope.rcptTo.map(({ address }) => address), raw: Buffer.concat(parts).toString() })
        return callback()
      })
    },
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.server.address() as AddressInfo
  return {
    port,
    mails,
    refuse: () => (isRefusing = true),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
