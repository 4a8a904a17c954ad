// The lines that the activity log has about applications themselves: no person, no secret.
import { actorEvidence } from '../../audit-log/actor.ts'
import type { Actor } from '../../audit-log/actor.ts'
import type { EventType, NewEvent } from '../../audit-log/append.ts'

type ApplicationEventType = Extract<EventType, `application.${string}`>

/** A line about an application. Without an actor, it was an operator, or the application itself. */
export const applicationEvent = (
  type: ApplicationEventType,
  details: NewEvent['details'] & { applicationId: string },
  actor?: Actor,
): NewEvent => ({
  type,
  outcome: 'success',
  details,
  evidence: { personId: null, content: actor === undefined ? {} : actorEvidence(actor) },
})
