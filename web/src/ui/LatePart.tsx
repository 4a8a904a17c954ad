// Lazy loading (code splitting): a part of a page that is fetched when it is first shown; its place is held meanwhile, and where it cannot
// be had there is a way to try again.
import { useCallback, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import type { ClientProblemCode } from '../exchange.ts'
import { partProblemCode, retryPart } from '../load-part.ts'
import { ErrorState } from './ErrorState.tsx'
import { SkeletonRows } from './Skeleton.tsx'

interface LatePartProps<Part> {
  /** Fetches it; the same function every time. */
  load: () => Promise<Part>
  /** What holds its place. */
  meanwhile?: ReactNode
  children: (part: Part) => ReactNode
}

export function LatePart<Part>({ load, meanwhile = <SkeletonRows rows={2} />, children }: LatePartProps<Part>) {
  const [loaded, setLoaded] = useState<{ part: Part } | ClientProblemCode | null>(null)
  const begin = useCallback(() => {
    load().then(
      (part) => setLoaded({ part }),
      () => setLoaded(partProblemCode()),
    )
  }, [load])
  useEffect(begin, [begin])
  const beginAgain = () => {
    setLoaded(null)
    begin()
  }
  if (loaded === null) return meanwhile
  if (typeof loaded === 'string')
    return <ErrorState problem={{ code: loaded, retry: true }} onRetry={() => retryPart(beginAgain)} />
  return children(loaded.part)
}
