// What can be done to the people who are chosen in a list: a bar that is there while somebody is. Fetched with its words when somebody is first chosen.
import { useCallback, useEffect, useRef, useState } from 'react'
import { LatePart } from '../../../ui/LatePart.tsx'
import { useSpeech } from '../../../words/use-words.ts'
import type { PeopleBulkProps } from './people-bulk-props.ts'

export function PeopleBulk(props: PeopleBulkProps) {
  const { ids, all } = props.selection
  const [wasOpened, setWasOpened] = useState(false)
  const isChosen = all || ids.length > 0
  // It stays once it was there: what it asks and tells outlasts the choice.
  if (isChosen && !wasOpened) setWasOpened(true)
  return wasOpened ? <Late {...props} /> : null
}

function Late(props: PeopleBulkProps) {
  const { need } = useSpeech()
  const latest = useRef(need)
  useEffect(() => {
    latest.current = need
  }, [need])
  const load = useCallback(async () => {
    const [{ BulkBar }] = await Promise.all([import('./BulkBar.tsx'), latest.current('adminBulk')])
    return BulkBar
  }, [])
  return <LatePart load={load}>{(BulkBar) => <BulkBar {...props} />}</LatePart>
}
