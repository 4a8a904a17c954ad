import { createContext, useCallback, useContext, useState } from 'react'
import type { ReactNode } from 'react'

type Announce = (sentence: string) => void

const AnnounceContext = createContext<Announce>(() => undefined)

export function ScreenReaderAnnouncer({ children }: { children: ReactNode }) {
  const [said, setSaid] = useState({ sentence: '', turn: 0 })
  const announce = useCallback((sentence: string) => setSaid(({ turn }) => ({ sentence, turn: turn + 1 })), [])
  return (
    <AnnounceContext value={announce}>
      {children}
      <div role="status" aria-live="polite" className="sr-only">
        {/* A new element each time, so that a repeated sentence is announced again. */}
        <span key={said.turn}>{said.sentence}</span>
      </div>
    </AnnounceContext>
  )
}

export function useAnnounce(): Announce {
  return useContext(AnnounceContext)
}
