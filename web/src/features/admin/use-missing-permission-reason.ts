// Controls that a person may not use stay visible with the reason, to show whom to ask.
import { rolesByPermission, adminRoles } from '@countersign/api/admin-role-permissions'
import type { AdminPermission } from '@countersign/api/admin-role-permissions'
import { useTranslations } from 'use-intl'
import { useSignedInAdminAccess } from './signed-in-admin-access-context.ts'

/** @returns the `disabledReason` for `Button`; undefined if permitted */
export function useMissingPermissionReason(permission: AdminPermission): string | undefined {
  const t = useTranslations()
  const admin = useSignedInAdminAccess()
  if (admin.permissions.includes(permission)) return undefined
  const own = admin.roles.map((role) => t(`admin.roles.${role}`)).join(', ')
  const needed = adminRoles.find((role) => rolesByPermission[permission].includes(role)) ?? 'owner'
  return t(`admin.lacking.${needed}`, { own })
}
