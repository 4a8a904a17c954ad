// The permissions of each admin role, which the server enforces (SPEC point 6).

export const adminRoles = ['auditor', 'administrator', 'owner'] as const
export type AdminRole = (typeof adminRoles)[number]

const readerRoles: readonly AdminRole[] = ['auditor', 'administrator', 'owner']
const administratorRoles: readonly AdminRole[] = ['administrator', 'owner']
const ownerRoles: readonly AdminRole[] = ['owner']

/** Everything that is not listed here is denied. */
export const rolesByPermission = {
  'figures.read': readerRoles,
  'people.read': readerRoles,
  'people.change': administratorRoles,
  'applications.read': readerRoles,
  'applications.change': administratorRoles,
  'groups.read': readerRoles,
  'groups.change': administratorRoles,
  'activity.read': readerRoles,
  /** Personal API tokens never have more permissions than their owner. */
  'tokens.own': readerRoles,
  /** Covers saved views and recently opened items. */
  'views.own': readerRoles,
  'tokens.all': ownerRoles,
  'roles.change': ownerRoles,
  'settings.read': ownerRoles,
  'settings.change': ownerRoles,
} as const satisfies Readonly<Record<string, readonly AdminRole[]>>

export type AdminPermission = keyof typeof rolesByPermission

export const listPermissionsOfAdminRoles = (held: readonly AdminRole[]): AdminPermission[] =>
  (Object.keys(rolesByPermission) as AdminPermission[]).filter((permission) =>
    rolesByPermission[permission].some((role) => held.includes(role)),
  )

const nonTokenPermissions: readonly AdminPermission[] = [
  'roles.change',
  'settings.change',
  'tokens.own',
  'tokens.all',
  'views.own',
]

// A leaked API token must not give an attacker lasting access (docs/decisions/0018).
export const apiTokenPermissions: readonly AdminPermission[] = (
  Object.keys(rolesByPermission) as AdminPermission[]
).filter((permission) => !nonTokenPermissions.includes(permission))
