// What can be done to the people who are chosen in a list: a bar that is there while somebody is. Fetched with its messages when somebody is first chosen.
import { useState } from 'react'
import { lazy } from '../../../ui/lazy.tsx'
import type { PeopleBulkProps } from './BulkBar.tsx'

const BulkBar = lazy(async () => (await import('./BulkBar.tsx')).BulkBar, { messages: ['admin-screens'] })

export function PeopleBulk(props: PeopleBulkProps) {
  const { ids, all } = props.selection
  const [wasOpened, setWasOpened] = useState(false)
  const isChosen = all || ids.length > 0
  // It stays once it was there: what it asks and tells outlasts the choice.
  if (isChosen && !wasOpened) setWasOpened(true)
  return wasOpened ? <BulkBar {...props} /> : null
}
