// The lines that the activity log has about applications themselves: no person, no secret.
import { createAuditEventActorFields } from '../../audit-log/audit-actor.ts'
import type { AuditActor } from '../../audit-log/audit-actor.ts'
import type { AuditEventType, NewAuditEvent } from '../../audit-log/append-audit-events.ts'

type ApplicationEventType = Extract<AuditEventType, `application.${string}`>

/** A line about an application. Without an actor, it was an operator, or the application itself. */
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
