// What a refusal of the server leads to, where it is more than a panel.
import type { ReactNode } from 'react'
import type { Phase } from '../wallet/states.ts'

/** The server refused the proof. */
export type Refused = Extract<Phase, { at: 'refused' }>

/** Draws it; nothing for the others. @param back leads to the wallets again */
export type DrawRefusal = (phase: Refused, back: () => void) => ReactNode
