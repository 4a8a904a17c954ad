// The sign-in page where an application asks for it: which one, where it leads, and the way back. Loaded only then.
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import type { CallAnswer } from '@countersign/api/calls'
import { LogoOrRosette } from '../../applications/LogoOrRosette.tsx'
import { shownName } from '../../applications/shown-name.ts'
import { Unusable } from '../../applications/Unusable.tsx'
import { useAccents } from '../../applications/use-accents.ts'
import { useDecision } from '../../applications/use-decision.ts'
import { useReading } from '../../applications/use-reading.ts'
import { leaveFor, reloadWhenRestored } from '../../leave.ts'
import { paths } from '../../paths.ts'
import { callForSignIn } from '../../sign-in-api.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Head } from '../../ui/Head.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { problemWords } from '../../ui/problem-words.ts'
import { shortAddress } from '../../ui/address-form.ts'
import { useChapter, useWords } from '../../words/use-words.ts'
import { Frame } from './Frame.tsx'
import type { Asked } from './asked.ts'

/** Rarely needed, both. Where they cannot be had, the page is to be loaded anew. */
const Demand = lazy(async () => ({ default: (await import('./Demand.tsx')).Demand }))
const NotAllowed = lazy(async () => ({ default: (await import('./NotAllowed.tsx')).NotAllowed }))

/**
 * @param id of the application's sign-in
 * @param children draws the page itself, with what the application adds to it
 */
export function AskedSignIn({ id, children }: { id: string; children: (asked: Asked) => ReactNode }) {
  const words = useChapter('interaction')
  const [reading, again] = useReading(
    useCallback((signal: AbortSignal) => callForSignIn('readInteraction', { params: { id }, signal }), [id]),
  )
  const [isOther, setIsOther] = useState(false)
  useEffect(reloadWhenRestored, [])
  const interaction = reading.at === 'read' ? reading.answer : null
  useAccents(interaction?.accents)
  if (reading.at === 'refused') {
    return (
      <Unusable problem={reading.problem} onRetry={again}>
        <ButtonLink look="bare" href={paths.front}>
          {words.front}
        </ButtonLink>
      </Unusable>
    )
  }
  if (interaction?.lacksGroups && !isOther) {
    return (
      <Frame head={<AskedHead interaction={interaction} />}>
        <Suspense>
          <NotAllowed interaction={interaction} onOther={() => setIsOther(true)} />
        </Suspense>
      </Frame>
    )
  }
  // Asked again, it says itself why; the page then shows that and nothing else.
  return children(readAsked(interaction, again))
}

/** What the page shows of what an application asks; null as long as that is not known. */
export function readAsked(interaction: CallAnswer<'readInteraction'> | null, onOver: () => void): Asked {
  const application = interaction && shownName(interaction.application)
  return {
    application,
    isHeld: interaction === null,
    wanted: interaction?.wanted ?? 'any',
    onOver,
    head: interaction ? <AskedHead interaction={interaction} /> : <HeadPlaceholder />,
    foot: interaction && <WayBack id={interaction.id} application={shownName(interaction.application)} />,
  }
}

function AskedHead({ interaction }: { interaction: CallAnswer<'readInteraction'> }) {
  const { signIn } = useWords()
  const words = useChapter('interaction')
  const { application, destination, expectedAddress, wanted, accepts } = interaction
  const name = shownName(application)
  return (
    <div className="grid gap-3">
      <div className="flex items-center gap-4">
        <LogoOrRosette application={application} size={64} />
        <div className="min-w-0 flex-1">
          <Head title={signIn.title} text={words.to(name)} />
        </div>
      </div>
      <p className="text-small text-soft [overflow-wrap:anywhere]">{words.destination(destination)}</p>
      {(accepts !== null || wanted !== 'any') && (
        <Suspense>
          <Demand interaction={interaction} />
        </Suspense>
      )}
      {expectedAddress !== null && <Notice title={words.expected(name, shortAddress(expectedAddress))} />}
    </div>
  )
}

/** As high as what comes, so that nothing moves when it does. */
function HeadPlaceholder() {
  const { signIn } = useWords()
  const words = useChapter('interaction')
  return (
    <div className="grid gap-3">
      <div className="flex items-center gap-4">
        <span aria-hidden="true" className="size-16 rounded-full bg-sunk" />
        <div className="min-w-0 flex-1">
          <Head title={signIn.title} text={words.reading} />
        </div>
      </div>
      <span aria-hidden="true" className="h-[1.45em] w-3/5 rounded-control bg-sunk text-small" />
    </div>
  )
}

/** Ends the application's sign-in: it is told only that. */
function WayBack({ id, application }: { id: string; application: string }) {
  const all = useWords()
  const words = useChapter('interaction')
  const { busy, problem, decide } = useDecision<'deny'>()
  const failure = problem && problemWords(all, problem)
  return (
    <div className="grid gap-3">
      {failure && <Notice tone="failure" title={`${failure.title} ${failure.action}`} />}
      <Button
        look="bare"
        className="justify-self-center"
        busyLabel={busy ? words.denying : undefined}
        onClick={() =>
          decide(
            'deny',
            () => callForSignIn('deny', { params: { id } }),
            ({ next }) => leaveFor(next),
          )
        }
      >
        {words.deny(application)}
      </Button>
    </div>
  )
}
