// Causes of audit events that the server triggers itself.

export const automaticAuditEventCauses = [
  'expired',
  'recheck',
  'custody',
  'groups',
  'keys',
  'logouts',
  'mail',
  'retention',
  'unused',
  'set-up',
] as const
export type AutomaticAuditEventCause = (typeof automaticAuditEventCauses)[number]
