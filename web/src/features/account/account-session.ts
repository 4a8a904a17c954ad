// Who is signed in, for the screens inside the account's frame: there is always somebody.
import { createContext, useContext } from 'react'
import type { Person, Session } from '@countersign/api/api-endpoints'

export interface AccountSession {
  person: Person
  session: Session
}

export const AccountSessionContext = createContext<AccountSession | null>(null)

/** While the person signs out here: a page that is answered meanwhile that nobody is signed in does not report it as ended elsewhere. */
export const ownSignOutState = { isUnderWay: false }

/** The person and the session of this browser. */
export function useAccountSession(): AccountSession {
  const signedIn = useContext(AccountSessionContext)
  if (!signedIn) throw new Error('A screen of the account must stand inside AccountFrame.')
  return signedIn
}
