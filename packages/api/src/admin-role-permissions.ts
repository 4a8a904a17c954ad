// Role-based access control (RBAC): what a role may do here, once (SPEC point 6). The server refuses by it, and the screens say by it why
// something cannot be done.

export const adminRoles = ['auditor', 'administrator', 'owner'] as const
export type AdminRole = (typeof adminRoles)[number]

const readerRoles: readonly AdminRole[] = ['auditor', 'administrator', 'owner']
const administratorRoles: readonly AdminRole[] = ['administrator', 'owner']
const ownerRoles: readonly AdminRole[] = ['owner']

/** Permission → the roles that have it. Whatever is not named here nobody may. */
export const rolesByPermission = {
  'figures.read': readerRoles,
  'people.read': readerRoles,
  'people.change': administratorRoles,
  'applications.read': readerRoles,
  'applications.change': administratorRoles,
  'groups.read': readerRoles,
  'groups.change': administratorRoles,
  'activity.read': readerRoles,
  /** Tokens of one's own, which can do no more than who made them. */
  'tokens.own': readerRoles,
  /** Views that one saves, and what one opened last. */
  'views.own': readerRoles,
  'tokens.all': ownerRoles,
  'roles.change': ownerRoles,
  'settings.read': ownerRoles,
  'settings.change': ownerRoles,
} as const satisfies Readonly<Record<string, readonly AdminRole[]>>

export type AdminPermission = keyof typeof rolesByPermission

/** What these roles may do together. */
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

/** What a token of the administration can be given. One that leaks must not be able to make itself last: it gives nobody a role, makes no other
 * token, and changes neither keys nor settings (docs/decisions/0018). */
export const apiTokenPermissions: readonly AdminPermission[] = (
  Object.keys(rolesByPermission) as AdminPermission[]
).filter((permission) => !nonTokenPermissions.includes(permission))
