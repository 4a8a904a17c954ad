// What an application's sign-in adds to the sign-in page.
import type { CallAnswer } from '@countersign/api/calls'
import type { ReactNode } from 'react'

export interface Asked {
  /** Its name; null as long as it is not known. */
  readonly application: string | null
  /** Whether the wallets are held back until it is known what is asked. */
  readonly isHeld: boolean
  /** Which way of signing in it asks for. */
  readonly wanted: CallAnswer<'readInteraction'>['wanted']
  readonly head: ReactNode
  readonly foot: ReactNode
  /** The server says that it is over. */
  readonly onOver: () => void
}
