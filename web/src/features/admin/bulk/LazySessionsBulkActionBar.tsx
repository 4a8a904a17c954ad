import { useState } from 'react'
import { createLazyComponent } from '../../../ui/lazy-component.tsx'
import type { SessionsBulkActionBarProps } from './SessionsBulkActionBar.tsx'

const SessionsBar = createLazyComponent(
  async () => (await import('./SessionsBulkActionBar.tsx')).SessionsBulkActionBar,
  { messages: ['admin-screens'] },
)

export function LazySessionsBulkActionBar(props: SessionsBulkActionBarProps) {
  const { ids, isAll } = props.selection
  const [wasOpened, setWasOpened] = useState(false)
  // The bar stays mounted, because its dialogs and messages outlast the selection.
  if ((isAll || ids.length > 0 || props.ending !== null) && !wasOpened) setWasOpened(true)
  return wasOpened ? <SessionsBar {...props} /> : null
}
