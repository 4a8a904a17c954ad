import type { AdminApiAuditEvent } from '@countersign/api/admin-api-endpoints'
import { SvgIcon } from '../../../ui/Icon.tsx'
import { SignedInPageIcon } from '../../../ui/SignedInPageIcon.tsx'
import type { AccountPageIconName } from '../../../ui/SignedInPageIcon.tsx'

/** By event type or, for all other types of a subject, by the part before the dot. */
const iconNames: Readonly<Record<string, AccountPageIconName>> = {
  'session.ended': 'leave',
  'session.stepped_up': 'done',
  session: 'enter',
  sign_in: 'enter',
  step_up: 'done',
  wallet: 'wallet',
  passkey: 'passkey',
  person: 'person',
  people: 'person',
  role: 'person',
  identity: 'person',
  group: 'person',
  browser: 'sessions',
  device: 'phone',
  cross_device: 'phone',
  application: 'applications',
  grant: 'applications',
  logout: 'applications',
  product: 'applications',
  resource: 'applications',
  token: 'passkey',
  api_token: 'passkey',
  registration_token: 'passkey',
  signing_key: 'passkey',
  backup: 'data',
  database: 'data',
}

const refusedPath = 'M10 17a7 7 0 1 0 0-14a7 7 0 0 0 0 14zM5.25 5.25l9.5 9.5'

/** Repeats what the text next to it says, so it has no name. */
export function AuditEventIcon({ type, outcome }: Pick<AdminApiAuditEvent, 'type' | 'outcome'>) {
  if (outcome === 'refused') return <SvgIcon path={refusedPath} size={16} className="text-amber" />
  const name = iconNames[type] ?? iconNames[type.split('.')[0] ?? ''] ?? 'activity'
  return <SignedInPageIcon name={name} size={16} className="text-soft" />
}
