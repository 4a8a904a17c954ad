import { useCallback, useEffect, useRef } from 'react'
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { formatApplicationName } from '../../applications/format-application-name.ts'
import { useSubmitChoiceOnce } from '../../applications/use-submit-choice-once.ts'
import { useApiQuery } from '../../applications/use-api-query.ts'
import { redirectToSafeUrlOrHome } from '../../../api/safe-redirect.ts'
import { callSignInApi } from '../../../api/sign-in-api-client.ts'
import { useAnnounce } from '../../../ui/ScreenReaderAnnouncer.tsx'
import { Button } from '../../../ui/Button.tsx'
import { sanitizeDisplayText } from '../../../ui/sanitize-display-text.ts'
import { InlineNotice } from '../../../ui/InlineNotice.tsx'
import { getTranslatedProblemMessage } from '../../../ui/get-translated-error-message.ts'
import { Card } from '../../../ui/PageSection.tsx'
import { shortenWalletAddress } from '../../../ui/wallet-address-format.ts'
import { FocusablePanelHeading } from '../proof-flow/FocusablePanelHeading.tsx'
import { useTranslations } from 'use-intl'

interface GroupAccessDeniedNoticeProps {
  interaction: ApiEndpointOutput<'readInteraction'>
  onOther: () => void
}

export function GroupAccessDeniedNotice(props: GroupAccessDeniedNoticeProps) {
  const [session] = useApiQuery(useCallback((signal: AbortSignal) => callSignInApi('readSession', { signal }), []))
  if (session.at === 'loading') return null
  return <GroupAccessDeniedContent {...props} who={session.at === 'loaded' ? getSignedInName(session.answer) : null} />
}

function getSignedInName({ person, session }: ApiEndpointOutput<'readSession'>): string | null {
  const address = session?.wallet?.address ?? null
  if (address !== null) return shortenWalletAddress(address)
  return person?.displayName
    ? sanitizeDisplayText(person.displayName, 64)
    : person?.address
      ? shortenWalletAddress(person.address)
      : null
}

function GroupAccessDeniedContent({
  interaction,
  onOther,
  who,
}: GroupAccessDeniedNoticeProps & { who: string | null }) {
  const t = useTranslations()
  const announce = useAnnounce()
  const heading = useRef<HTMLHeadingElement>(null)
  const { busy, problem, decide } = useSubmitChoiceOnce<'deny'>()
  const failure = problem && getTranslatedProblemMessage(t, problem)
  const application = formatApplicationName(interaction.application)
  const groups = interaction.missingGroups ?? []
  const title = who === null ? t('notAllowed.titleYou', { application }) : t('notAllowed.title', { who, application })
  useEffect(() => {
    heading.current?.focus()
    announce(title)
  }, [title, announce])
  return (
    <>
      <div className="grid gap-1">
        <FocusablePanelHeading ref={heading} title={title} />
        <p className="text-soft">{t('notAllowed.text', { count: groups.length })}</p>
      </div>
      <Card>
        <ul className="divide-y divide-line">
          {groups.map((group) => (
            <li key={group} className="px-4 py-3 font-semibold [overflow-wrap:anywhere]">
              {sanitizeDisplayText(group, 80)}
            </li>
          ))}
        </ul>
      </Card>
      <p className="text-small text-soft">{t('notAllowed.help')}</p>
      {failure && <InlineNotice tone="failure" title={`${failure.title} ${failure.action}`} />}
      <div className="grid gap-2">
        <Button look="main" onClick={onOther}>
          {t('notAllowed.another')}
        </Button>
        <Button
          busyLabel={busy ? t('signIn.trying') : undefined}
          onClick={() =>
            decide(
              'deny',
              () => callSignInApi('deny', { params: { id: interaction.id } }),
              ({ next }) => redirectToSafeUrlOrHome(next),
            )
          }
        >
          {t('notAllowed.back', { application })}
        </Button>
      </div>
    </>
  )
}
