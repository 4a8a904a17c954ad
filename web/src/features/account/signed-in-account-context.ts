import { createContext, useContext } from 'react'
import type { ApiPerson, ApiSession } from '@countersign/api/api-endpoints'

export interface SignedInAccount {
  person: ApiPerson
  session: ApiSession
}

export const SignedInAccountContext = createContext<SignedInAccount | null>(null)

/** Set during sign-out, so that a missing session is not reported as ended elsewhere. */
export const pageSignOutProgress = { isUnderWay: false }

export function useSignedInAccount(): SignedInAccount {
  const signedIn = useContext(SignedInAccountContext)
  if (!signedIn) throw new Error('A screen of the account must stand inside AccountFrame.')
  return signedIn
}
