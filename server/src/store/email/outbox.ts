// Mails that are sent after the request was answered, so that neither the answer nor its time says what the mail server
// knows of an address (THREATS P15). A mail that it does not accept goes to the log and the audit log.
import { appendEvents } from '../../audit-log/append.ts'
import type { App } from '../../platform/call.ts'
import type { Letter, Mailer } from '../../platform/outbound/mail.ts'

export interface Outbox {
  /** Sends a mail once the current request is answered. */
  post: (letter: Letter) => void
  /** Resolves once nothing is under way. */
  settled: () => Promise<void>
}

export function createOutbox({ database, random, clock, http }: App, mailer: Mailer): Outbox {
  const underWay = new Set<Promise<void>>()

  async function deliver(letter: Letter): Promise<void> {
    // The answer is written first.
    await new Promise(setImmediate)
    try {
      await mailer.send(letter)
    } catch (error) {
      const reason = (error as Error).message
      http.log.error({ reason }, 'the mail server did not accept a mail; it is not sent again')
      // Without the person: in their activity it would tell whether the address exists.
      await database.queries
        .transaction()
        .execute((transaction) =>
          appendEvents(transaction, random, clock(), [
            { type: 'mail.failed', outcome: 'refused', details: { reason }, evidence: { personId: null, content: {} } },
          ]),
        )
        .catch((err: unknown) => http.log.error({ err }, 'a mail that failed could not be added to the audit log'))
    }
  }

  return {
    post: (letter) => {
      const sending = deliver(letter).finally(() => underWay.delete(sending))
      underWay.add(sending)
    },
    settled: async () => {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}
