// What can be done to the people who are chosen in a list: a bar that is there while somebody is. Fetched with its words when somebody is first chosen.
import { useState } from 'react'
import { LatePart } from '../../../ui/LatePart.tsx'
import { useLate } from '../../../ui/use-late.ts'
import type { PeopleBulkProps } from './people-bulk-props.ts'

export function PeopleBulk(props: PeopleBulkProps) {
  const { ids, all } = props.selection
  const [wasOpened, setWasOpened] = useState(false)
  const isChosen = all || ids.length > 0
  // It stays once it was there: what it asks and tells outlasts the choice.
  if (isChosen && !wasOpened) setWasOpened(true)
  return wasOpened ? <Late {...props} /> : null
}

const loadBar = async () => (await import('./BulkBar.tsx')).BulkBar
const chapters = ['adminBulk'] as const

function Late(props: PeopleBulkProps) {
  const load = useLate(loadBar, chapters)
  return <LatePart load={load}>{(BulkBar) => <BulkBar {...props} />}</LatePart>
}
