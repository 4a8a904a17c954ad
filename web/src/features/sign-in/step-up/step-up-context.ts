// What the parts of a page say to the one dialog in which a person confirms that it is them.
import { createContext } from 'react'

/** Asks the person to confirm that it is them. @returns whether they did; they may as well put the dialog away */
export type StepUpRequester = () => Promise<boolean>

export const StepUpContext = createContext<StepUpRequester | null>(null)
