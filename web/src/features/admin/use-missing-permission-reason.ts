// What a role may not do stays where it is and says why it cannot be done: who looks for it finds it, and learns whom to ask.
import { rolesByPermission, adminRoles } from '@countersign/api/admin-role-permissions'
import type { AdminPermission } from '@countersign/api/admin-role-permissions'
import { useTranslations } from 'use-intl'
import { useSignedInAdminAccess } from './signed-in-admin-access-context.ts'

/** Why who is signed in may not do something; undefined where they may. It is what `Button` takes as `disabledReason`. */
export function useMissingPermissionReason(permission: AdminPermission): string | undefined {
  const t = useTranslations()
  const admin = useSignedInAdminAccess()
  if (admin.permissions.includes(permission)) return undefined
  const own = admin.roles.map((role) => t(`admin.roles.${role}`)).join(', ')
  const needed = adminRoles.find((role) => rolesByPermission[permission].includes(role)) ?? 'owner'
  return t(`admin.lacking.${needed}`, { own })
}
