// Why the server does something by itself that the log tells of.

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
