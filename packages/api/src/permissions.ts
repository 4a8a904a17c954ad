// Role-based access control (RBAC): what a role may do here, once (SPEC point 6). The server refuses by it, and the screens say by it why
// something cannot be done.

export const roles = ['auditor', 'administrator', 'owner'] as const
export type Role = (typeof roles)[number]

const readers: readonly Role[] = ['auditor', 'administrator', 'owner']
const administrators: readonly Role[] = ['administrator', 'owner']
const owners: readonly Role[] = ['owner']

/** Permission → the roles that have it. Whatever is not named here nobody may. */
export const permissions = {
  'figures.read': readers,
  'people.read': readers,
  'people.change': administrators,
  'applications.read': readers,
  'applications.change': administrators,
  'groups.read': readers,
  'groups.change': administrators,
  'activity.read': readers,
  /** Tokens of one's own, which can do no more than who made them. */
  'tokens.own': readers,
  /** Views that one saves, and what one opened last. */
  'views.own': readers,
  'tokens.all': owners,
  'roles.change': owners,
  'settings.read': owners,
  'settings.change': owners,
} as const satisfies Readonly<Record<string, readonly Role[]>>

export type Permission = keyof typeof permissions

/** What these roles may do together. */
export const permissionsOf = (held: readonly Role[]): Permission[] =>
  (Object.keys(permissions) as Permission[]).filter((permission) =>
    permissions[permission].some((role) => held.includes(role)),
  )

const beyondTokens: readonly Permission[] = ['roles.change', 'settings.change', 'tokens.own', 'tokens.all', 'views.own']

/** What a token of the administration can be given. One that leaks must not be able to make itself last: it gives nobody a role, makes no other
 * token, and changes neither keys nor settings (docs/decisions/0018). */
export const tokenPermissions: readonly Permission[] = (Object.keys(permissions) as Permission[]).filter(
  (permission) => !beyondTokens.includes(permission),
)
