import { createContext, useContext } from 'react'

export interface ToastOptions {
  text: string
  action?: { label: string; onPress: () => void }
  /** Shown until replaced. */
  isPending?: boolean
  /** Progress update of a pending toast. */
  isUpdate?: boolean
}

export type ShowToastFunction = (toast: ToastOptions) => void

export const ToastContext = createContext<ShowToastFunction>(() => undefined)

export const useToast = (): ShowToastFunction => useContext(ToastContext)
