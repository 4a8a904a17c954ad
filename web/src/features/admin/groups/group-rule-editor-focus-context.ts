// Which condition of a group rule is open, and where the focus goes after one is added, closed or removed.
import { createContext } from 'react'

interface GroupRuleEditorFocus {
  focusAddButton: () => void
  /** Finished conditions are shown as text unless they have this key. */
  openKey: number | null
  open: (key: number) => void
  /** Shows the condition as text, and focuses its Edit button. */
  close: (key: number) => void
  /** The condition with this key opens and takes the focus. */
  focusWhenAdded: (key: number | undefined) => void
  /** @returns true once for the key that was given to `focusWhenAdded` */
  takeFocusOfAdded: (key: number) => boolean
}

export const GroupRuleEditorFocusContext = createContext<GroupRuleEditorFocus>({
  focusAddButton: () => {},
  openKey: null,
  open: () => {},
  close: () => {},
  focusWhenAdded: () => {},
  takeFocusOfAdded: () => false,
})
