import type { AdminAlert } from './format-admin-alert.ts'

const kindsBySeverity: readonly AdminAlert['kind'][] = [
  'key',
  'sign_ins_stopped',
  'chain',
  'refusals',
  'backup',
  'logouts',
  'held',
  'mails',
  'introspection',
]

/** Whether people cannot sign in: the signing key has expired, or an ordinary way to sign in no longer works. */
export const isSignInStopped = (alert: AdminAlert): boolean =>
  alert.kind === 'sign_ins_stopped' || (alert.kind === 'key' && alert.isOver)

/**
 * The most severe alerts first: those that stop sign-ins, then by kind. Equal ones keep their order.
 *
 * @example
 * sortAlertsBySeverity([{ kind: 'held', count: 2 }, { kind: 'backup', lastAt: null }])[0].kind // 'backup'
 */
export const sortAlertsBySeverity = (alerts: readonly AdminAlert[]): AdminAlert[] =>
  alerts.toSorted((one, other) => getRank(one) - getRank(other))

const getRank = (alert: AdminAlert): number =>
  kindsBySeverity.indexOf(alert.kind) + (isSignInStopped(alert) ? 0 : kindsBySeverity.length)
