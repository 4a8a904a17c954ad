// Why the server does something by itself that the log tells of.

export const serverActionCauses = [
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
export type ServerActionCause = (typeof serverActionCauses)[number]
