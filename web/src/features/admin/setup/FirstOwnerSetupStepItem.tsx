import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { Icon } from '../../../ui/Icon.tsx'
import { useTranslations } from 'use-intl'

type SetupStepState = 'done' | 'now' | 'later'

interface SetupStepProps {
  number: number
  title: string
  state: SetupStepState
  outcome?: ReactNode
  children: ReactNode
}

const marks: Readonly<Record<SetupStepState, string>> = {
  done: 'bg-seal-tint text-seal',
  now: 'bg-seal text-on-seal',
  later: 'border border-line text-soft',
}

export function FirstOwnerSetupStepItem({ number, title, state, outcome, children }: SetupStepProps) {
  const t = useTranslations()
  const heading = useRef<HTMLHeadingElement>(null)
  const was = useRef(state)
  // Focuses a step when it becomes current, but not on load.
  useEffect(() => {
    if (state === 'now' && was.current !== 'now') heading.current?.focus()
    was.current = state
  }, [state])
  return (
    <li aria-current={state === 'now' ? 'step' : undefined} className="grid grid-cols-[2rem_1fr] gap-x-3">
      <span
        aria-hidden="true"
        className={`grid size-8 place-items-center rounded-full font-serif tabular-nums ${marks[state]}`}
      >
        {state === 'done' ? <Icon name="done" size={18} /> : number}
      </span>
      <div className="grid min-w-0 gap-3">
        <h2 ref={heading} tabIndex={-1} className={`text-lead outline-none ${state === 'later' ? 'text-soft' : ''}`}>
          {title}
          {state === 'done' && <span className="sr-only">{` (${t('setup.done')})`}</span>}
        </h2>
        {state === 'now' && children}
        {state === 'done' && outcome}
      </div>
    </li>
  )
}
