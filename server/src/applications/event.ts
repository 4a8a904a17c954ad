// The lines that the activity log has about applications themselves: no person, no secret.
import type { EventType, NewEvent } from '../activity/append.ts'

type ApplicationEventType = Extract<EventType, `application.${string}`>

/** A line about an application. */
export const applicationEvent = (type: ApplicationEventType, details: NewEvent['details'] & { applicationId: string }): NewEvent => ({
  type,
  outcome: 'success',
  details,
  evidence: { personId: null, content: {} },
})
