// Sends mail after the response, so that response times reveal no known addresses (THREATS P15).
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import type { ServerAppContext } from '../../platform/register-api-endpoint.ts'
import type { OutgoingEmail, Mailer } from '../../platform/outbound/smtp-client.ts'

export interface OutgoingEmailQueue {
  enqueue: (email: OutgoingEmail) => void
  waitUntilIdle: () => Promise<void>
}

export function createOutgoingEmailQueue(
  { database, random, clock, http }: ServerAppContext,
  mailer: Mailer,
): OutgoingEmailQueue {
  const pendingDeliveries = new Set<Promise<void>>()

  async function deliver(email: OutgoingEmail): Promise<void> {
    await new Promise(setImmediate)
    try {
      await mailer.send(email)
    } catch (error) {
      const reason = (error as Error).message
      http.log.error({ reason }, 'the mail server did not accept an email; it will not be resent')
      // The event omits the person, whose activity list would reveal that the address exists.
      await database.queries
        .transaction()
        .execute((transaction) =>
          appendAuditEvents(transaction, random, clock(), [
            { type: 'mail.failed', outcome: 'refused', details: { reason }, evidence: { personId: null, content: {} } },
          ]),
        )
        .catch((err: unknown) => http.log.error({ err }, 'failed to record an undelivered email in the audit log'))
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
