// Who is signed in, for the screens inside the account's frame: there is always somebody.
import { createContext, useContext } from 'react'
import type { Person, Session } from '@countersign/api/calls'

export interface SignedIn {
  person: Person
  session: Session
}

export const SignedInContext = createContext<SignedIn | null>(null)

/** While the person signs out here: a page that is answered meanwhile that nobody is signed in does not report it as ended elsewhere. */
export const ownSignOut = { isUnderWay: false }

/** The person and the session of this browser. */
export function useSignedIn(): SignedIn {
  const signedIn = useContext(SignedInContext)
  if (!signedIn) throw new Error('A screen of the account must stand inside AccountFrame.')
  return signedIn
}
