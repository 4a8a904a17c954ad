// A minimal IMAP client (RFC 3501).
import { connect } from 'node:net'

export type ImapSaslMechanism = 'XOAUTH2' | 'OAUTHBEARER'

const separator = '\u0001'

/** RFC 7628 defines OAUTHBEARER. */
const tokenLine = (mechanism: ImapSaslMechanism, user: string, token: string): string =>
  [mechanism === 'XOAUTH2' ? `user=${user}` : `n,a=${user},`, `auth=Bearer ${token}`, '', ''].join(separator)

/** Returns the response to the last command: `OK …`, or a refusal. */
export async function openImapInbox(
  port: number,
  mechanism: ImapSaslMechanism,
  user: string,
  token: string,
): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.on('data', (chunk) => (received += String(chunk)))
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()).once('error', () => resolve()))
  const read = async (pattern: RegExp): Promise<string> => {
    const end = Date.now() + 20_000
    for (;;) {
      const [, found] = pattern.exec(received) ?? []
      if (found !== undefined) return found
      if (Date.now() > end || socket.destroyed) throw new Error(`IMAP: ${received}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  try {
    await read(/^(\* OK)/m)
    const line = Buffer.from(tokenLine(mechanism, user, token)).toString('base64')
    socket.write(`a AUTHENTICATE ${mechanism} ${line}\r\n`)
    const answer = await read(/^(a .*|\+ .*)\r\n/m)
    // The client must acknowledge the error details before the server sends the refusal.
    if (answer.startsWith('+')) socket.write(Buffer.from(separator).toString('base64') + '\r\n')
    const outcome = await read(/^a (.*)\r\n/m)
    if (!outcome.startsWith('OK')) return outcome
    socket.write('b SELECT INBOX\r\n')
    return await read(/^b (.*)\r\n/m)
  } finally {
    socket.destroy()
    await closed
  }
}
