// Mails that are sent after the request was answered, so that neither the answer nor its time says what the mail server
// knows of an address (THREATS P15). A mail that it does not accept goes to the log and the audit log.
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import type { ServerAppContext } from '../../platform/register-api-endpoint.ts'
import type { OutgoingEmail, Mailer } from '../../platform/outbound/smtp-client.ts'

export interface OutgoingEmailQueue {
  /** Sends a mail once the current request is answered. */
  enqueue: (email: OutgoingEmail) => void
  /** Resolves once nothing is under way. */
  waitUntilIdle: () => Promise<void>
}

export function createOutgoingEmailQueue(
  { database, random, clock, http }: ServerAppContext,
  mailer: Mailer,
): OutgoingEmailQueue {
  const pendingDeliveries = new Set<Promise<void>>()

  async function deliver(email: OutgoingEmail): Promise<void> {
    // The answer is written first.
    await new Promise(setImmediate)
    try {
      await mailer.send(email)
    } catch (error) {
      const reason = (error as Error).message
      http.log.error({ reason }, 'the mail server did not accept a mail; it is not sent again')
      // Without the person: in their activity it would tell whether the address exists.
      await database.queries
        .transaction()
        .execute((transaction) =>
          appendAuditEvents(transaction, random, clock(), [
            { type: 'mail.failed', outcome: 'refused', details: { reason }, evidence: { personId: null, content: {} } },
          ]),
        )
        .catch((err: unknown) => http.log.error({ err }, 'a mail that failed could not be added to the audit log'))
    }
  }

  return {
    enqueue: (email) => {
      const sending = deliver(email).finally(() => pendingDeliveries.delete(sending))
      pendingDeliveries.add(sending)
    },
    waitUntilIdle: async () => {
      while (pendingDeliveries.size > 0) await Promise.all(pendingDeliveries)
    },
  }
}
