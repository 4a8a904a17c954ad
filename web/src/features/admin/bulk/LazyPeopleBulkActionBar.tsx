// What can be done to the people who are chosen in a list: a bar that is there while somebody is. Fetched with its messages when somebody is first chosen.
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
  // It stays once it was there: what it asks and tells outlasts the choice.
  if (isChosen && !wasOpened) setWasOpened(true)
  return wasOpened ? <BulkBar {...props} /> : null
}
