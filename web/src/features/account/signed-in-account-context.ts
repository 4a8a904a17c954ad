// Who is signed in, for the screens inside the account's frame: there is always somebody.
import { createContext, useContext } from 'react'
import type { ApiPerson, ApiSession } from '@countersign/api/api-endpoints'

export interface SignedInAccount {
  person: ApiPerson
  session: ApiSession
}

export const SignedInAccountContext = createContext<SignedInAccount | null>(null)

/** While the person signs out here: a page that is answered meanwhile that nobody is signed in does not report it as ended elsewhere. */
export const pageSignOutProgress = { isUnderWay: false }

/** The person and the session of this browser. */
export function useSignedInAccount(): SignedInAccount {
  const signedIn = useContext(SignedInAccountContext)
  if (!signedIn) throw new Error('A screen of the account must stand inside AccountFrame.')
  return signedIn
}
