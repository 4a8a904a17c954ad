// The activity as it is watched: the pages that were read, and above them the lines that were written since. Those are asked for by the
// newest line that is known, so that watching costs little.
import { useEffect, useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { AdminEvent } from '@countersign/api/admin-calls'
import { callAdmin } from '../../../admin-api.ts'
import { answerOf } from '../../../answers.ts'
import { useAnnounce } from '../../../ui/Announcer.tsx'
import { useChapter } from '../../../words/use-words.ts'
import { useAdminList } from '../queries.ts'
import type { EventQuery } from './activity-view.ts'

const watchMs = 4000
/** So many pages of new lines are read at a time at most; the rest comes with the next question. */
const mostPages = 4

/** @param isLive whether new lines are asked for */
export function useLiveEvents(filter: EventQuery, isLive: boolean) {
  const words = useChapter('adminActivity').live
  const announce = useAnnounce()
  const listed = useAdminList('listEvents', { query: filter })
  const key = JSON.stringify(filter)
  const [kept, setKept] = useState<{ key: string; lines: readonly AdminEvent[] }>({ key, lines: [] })
  const first = listed.isPlaceholderData ? undefined : listed.data?.pages
  const known = first?.[0]?.items[0]?.sequence ?? 0
  // What was kept for another view, or is in the pages by now because they were read anew, counts no more.
  const fresh = kept.key === key ? kept.lines.filter(({ sequence }) => sequence > known) : []
  const newest = fresh[0]?.sequence ?? known
  const watched = useQuery({
    queryKey: ['newEvents', filter, newest],
    queryFn: ({ signal }) => readNewer(filter, newest, signal),
    enabled: isLive && first !== undefined,
    refetchInterval: watchMs,
    gcTime: 0,
  })
  const arrived = watched.data
  const taken = useRef<readonly AdminEvent[]>(undefined)
  useEffect(() => {
    if (!isLive || arrived === undefined || arrived.length === 0 || taken.current === arrived) return
    taken.current = arrived
    setKept((before) => {
      const there = before.key === key ? before.lines : []
      const highest = there[0]?.sequence ?? 0
      return { key, lines: [...arrived.filter(({ sequence }) => sequence > highest), ...there] }
    })
    announce(words.more(arrived.length))
  }, [arrived, isLive, key, words, announce])
  const query =
    listed.data && fresh.length > 0
      ? {
          ...listed,
          data: { ...listed.data, pages: [{ items: [...fresh], nextCursor: null, total: null }, ...listed.data.pages] },
        }
      : listed
  return { query: query as typeof listed, newCount: fresh.length, newest, isFailing: isLive && watched.isError }
}

async function readNewer(filter: EventQuery, after: number, signal: AbortSignal): Promise<AdminEvent[]> {
  const lines: AdminEvent[] = []
  let cursor: string | null = null
  for (let page = 0; page < mostPages; page += 1) {
    const query: EventQuery = { ...filter, after: String(after), ...(cursor !== null && { cursor }) }
    const answer = answerOf(await callAdmin('listEvents', { query, signal }))
    lines.push(...answer.items)
    cursor = answer.nextCursor
    if (cursor === null) break
  }
  return lines
}
