import { useState } from 'react'
import { createLazyComponent } from '../../../ui/lazy-component.tsx'
import type { PeopleBulkActionBarProps } from './PeopleBulkActionBar.tsx'

const BulkBar = createLazyComponent(async () => (await import('./PeopleBulkActionBar.tsx')).PeopleBulkActionBar, {
  messages: ['admin-screens'],
})

export function LazyPeopleBulkActionBar(props: PeopleBulkActionBarProps) {
  const { ids, isAll } = props.selection
  const [wasOpened, setWasOpened] = useState(false)
  const isChosen = isAll || ids.length > 0
  // The bar stays mounted, because its dialogs and messages outlast the selection.
  if (isChosen && !wasOpened) setWasOpened(true)
  return wasOpened ? <BulkBar {...props} /> : null
}
