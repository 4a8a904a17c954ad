// Holds the one dialog in which a person confirms that it is them, for every part of a page that needs it.
import { lazy, Suspense, useCallback, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { CallAnswer } from '@countersign/api/calls'
import { StepUpContext } from './step-up.ts'

const StepUpDialog = lazy(async () => ({ default: (await import('./StepUpDialog.tsx')).StepUpDialog }))

export function StepUpProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  /** Everybody who waits for the answer: two calls that are refused at once are one question. */
  const waiting = useRef<((isConfirmed: boolean) => void)[]>([])

  const ask = useCallback(
    () =>
      new Promise<boolean>((resolve) => {
        waiting.current.push(resolve)
        setIsAsking(true)
      }),
    [],
  )
  const answer = (isConfirmed: boolean) => {
    setIsAsking(false)
    for (const resolve of waiting.current.splice(0)) resolve(isConfirmed)
  }
  const confirm = (signedIn: CallAnswer<'stepUp'>) => {
    // The session goes on under another id.
    client.setQueryData(['session'], signedIn)
    void client.invalidateQueries({ queryKey: ['sessions'] })
    answer(true)
  }
  return (
    <StepUpContext value={ask}>
      {children}
      {isAsking && (
        <Suspense>
          <StepUpDialog onConfirmed={confirm} onDismiss={() => answer(false)} />
        </Suspense>
      )}
    </StepUpContext>
  )
}
