// Who is signed in belongs to none of the groups that an application lets in: says so, and which, and leads to another wallet or back.
import { useCallback, useEffect, useRef } from 'react'
import type { CallAnswer } from '@countersign/api/calls'
import { shownName } from '../../applications/shown-name.ts'
import { useDecision } from '../../applications/use-decision.ts'
import { useReading } from '../../applications/use-reading.ts'
import { leaveFor } from '../../../api/leave.ts'
import { callForSignIn } from '../../../api/sign-in-api.ts'
import { useAnnounce } from '../../../ui/Announcer.tsx'
import { Button } from '../../../ui/Button.tsx'
import { cleanText } from '../../../ui/clean-text.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { problemWords } from '../../../ui/problem-words.ts'
import { Sheet } from '../../../ui/Section.tsx'
import { shortAddress } from '../../../ui/address-form.ts'
import { StageHeading } from '../proof/StageHeading.tsx'
import { useTranslations } from 'use-intl'

interface NotAllowedProps {
  interaction: CallAnswer<'readInteraction'>
  /** Lets the person choose another wallet. */
  onOther: () => void
}

export function NotAllowed(props: NotAllowedProps) {
  const [session] = useReading(useCallback((signal: AbortSignal) => callForSignIn('readSession', { signal }), []))
  if (session.at === 'reading') return null
  return <Shown {...props} who={session.at === 'read' ? nameOf(session.answer) : null} />
}

/** The wallet that they came with; of who came with a passkey, what they are called. */
function nameOf({ person, session }: CallAnswer<'readSession'>): string | null {
  const address = session?.wallet?.address ?? null
  if (address !== null) return shortAddress(address)
  return person?.displayName ? cleanText(person.displayName, 64) : person?.address ? shortAddress(person.address) : null
}

function Shown({ interaction, onOther, who }: NotAllowedProps & { who: string | null }) {
  const t = useTranslations()
  const announce = useAnnounce()
  const heading = useRef<HTMLHeadingElement>(null)
  const { busy, problem, decide } = useDecision<'deny'>()
  const failure = problem && problemWords(t, problem)
  const application = shownName(interaction.application)
  const groups = interaction.lacksGroups ?? []
  const title = who === null ? t('notAllowed.titleYou', { application }) : t('notAllowed.title', { who, application })
  useEffect(() => {
    heading.current?.focus()
    announce(title)
  }, [title, announce])
  return (
    <>
      <div className="grid gap-1">
        <StageHeading ref={heading} title={title} />
        <p className="text-soft">{t('notAllowed.text', { count: groups.length })}</p>
      </div>
      <Sheet>
        <ul className="divide-y divide-line">
          {groups.map((group) => (
            <li key={group} className="px-4 py-3 font-semibold [overflow-wrap:anywhere]">
              {cleanText(group, 80)}
            </li>
          ))}
        </ul>
      </Sheet>
      <p className="text-small text-soft">{t('notAllowed.help')}</p>
      {failure && <Notice tone="failure" title={`${failure.title} ${failure.action}`} />}
      <div className="grid gap-2">
        <Button look="main" onClick={onOther}>
          {t('notAllowed.another')}
        </Button>
        <Button
          busyLabel={busy ? t('signIn.trying') : undefined}
          onClick={() =>
            decide(
              'deny',
              () => callForSignIn('deny', { params: { id: interaction.id } }),
              ({ next }) => leaveFor(next),
            )
          }
        >
          {t('notAllowed.back', { application })}
        </Button>
      </div>
    </>
  )
}
