// Says aloud what only the eyes would notice: one ARIA live region for a whole page (accessibility), into which any part can speak.
import { createContext, useCallback, useContext, useState } from 'react'
import type { ReactNode } from 'react'

type Announce = (sentence: string) => void

const AnnounceContext = createContext<Announce>(() => undefined)

/** Gives everything inside it a voice. */
export function ScreenReaderAnnouncer({ children }: { children: ReactNode }) {
  const [said, setSaid] = useState({ sentence: '', turn: 0 })
  const announce = useCallback((sentence: string) => setSaid(({ turn }) => ({ sentence, turn: turn + 1 })), [])
  return (
    <AnnounceContext value={announce}>
      {children}
      <div role="status" aria-live="polite" className="sr-only">
        {/* A new element each time, so that the same sentence is said again. */}
        <span key={said.turn}>{said.sentence}</span>
      </div>
    </AnnounceContext>
  )
}

/** The function that has a sentence read out by screen readers. */
export function useAnnounce(): Announce {
  return useContext(AnnounceContext)
}
