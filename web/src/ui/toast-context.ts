// How any part of a page says what it has done, and offers one thing to do about it (a toast): the place for it is `ToastProvider.tsx`.
import { createContext, useContext } from 'react'

export interface ToastOptions {
  text: string
  /** Such as to undo it. */
  action?: { label: string; onPress: () => void }
  /** It goes on, and is told of until something else is. */
  isPending?: boolean
  /** How far what is on its way has come. */
  isUpdate?: boolean
}

/** Shows it in place of the one before. */
export type ShowToastFunction = (toast: ToastOptions) => void

export const ToastContext = createContext<ShowToastFunction>(() => undefined)

export const useToast = (): ShowToastFunction => useContext(ToastContext)
