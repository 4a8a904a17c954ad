import { createContext } from 'react'

/** @returns false if the person dismissed the dialog */
export type StepUpRequester = () => Promise<boolean>

export const StepUpContext = createContext<StepUpRequester | null>(null)
