// Who administrates, for the screens inside the frame: there is always somebody, with at least one role.
import { createContext, useContext } from 'react'
import type { Person } from '@countersign/api/api-endpoints'
import type { Permission, Role } from '@countersign/api/role-permissions'

export interface CurrentAdmin {
  person: Person
  roles: readonly Role[]
  permissions: readonly Permission[]
}

export const CurrentAdminContext = createContext<CurrentAdmin | null>(null)

/** Who is signed in, and what they may do here. */
export function useCurrentAdmin(): CurrentAdmin {
  const admin = useContext(CurrentAdminContext)
  if (!admin) throw new Error('A screen of the administration must stand inside AdminFrame.')
  return admin
}
