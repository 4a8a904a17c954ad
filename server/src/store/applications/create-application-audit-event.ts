import { createAuditEventActorFields } from '../../audit-log/audit-actor.ts'
import type { AuditActor } from '../../audit-log/audit-actor.ts'
import type { AuditEventType, NewAuditEvent } from '../../audit-log/append-audit-events.ts'

type ApplicationEventType = Extract<AuditEventType, `application.${string}`>

/** An event without an actor comes from the CLI or from the application. */
export const createApplicationAuditEvent = (
  type: ApplicationEventType,
  details: NewAuditEvent['details'] & { applicationId: string },
  actor?: AuditActor,
): NewAuditEvent => ({
  type,
  outcome: 'success',
  details,
  evidence: { personId: null, content: actor === undefined ? {} : createAuditEventActorFields(actor) },
})
