// What the parts of a page say to the one dialog in which a person confirms that it is them.
import { createContext } from 'react'

/** Asks the person to confirm that it is them. @returns whether they did; they may as well put the dialog away */
export type RequestStepUp = () => Promise<boolean>

export const StepUpContext = createContext<RequestStepUp | null>(null)
