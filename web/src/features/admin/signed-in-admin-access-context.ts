import { createContext, useContext } from 'react'
import type { ApiPerson } from '@countersign/api/api-endpoints'
import type { AdminPermission, AdminRole } from '@countersign/api/admin-role-permissions'

export interface SignedInAdminAccess {
  person: ApiPerson
  roles: readonly AdminRole[]
  permissions: readonly AdminPermission[]
}

export const SignedInAdminAccessContext = createContext<SignedInAdminAccess | null>(null)

export function useSignedInAdminAccess(): SignedInAdminAccess {
  const admin = useContext(SignedInAdminAccessContext)
  if (!admin) throw new Error('A screen of the administration must stand inside AdminFrame.')
  return admin
}
