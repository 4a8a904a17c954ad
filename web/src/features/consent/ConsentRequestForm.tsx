import type { ReactNode } from 'react'
import type { ApiEndpointOutput, ApiPerson } from '@countersign/api/api-endpoints'
import { callApi } from '../../api/api-client.ts'
import { ApplicationPolicyLinks } from '../applications/ApplicationPolicyLinks.tsx'
import { ApplicationAvatar } from '../applications/ApplicationAvatar.tsx'
import { DecisionBar } from '../applications/DecisionBar.tsx'
import { SubmittedChoiceErrorNotice } from '../applications/SubmittedChoiceErrorNotice.tsx'
import { formatApplicationName } from '../applications/format-application-name.ts'
import { SignedInAs } from '../applications/SignedInAs.tsx'
import { UnregisteredApplicationNotice } from '../applications/UnregisteredApplicationNotice.tsx'
import { useConsentAnswer } from './use-consent-answer.tsx'
import { useSubmitChoiceOnce } from '../applications/use-submit-choice-once.ts'
import { redirectToSafeUrlOrHome } from '../../api/safe-redirect.ts'
import { frontEndPagePaths } from '../../api/front-end-page-paths.ts'
import { DecorativeWaveBorder } from '../../ui/DecorativeWaveBorder.tsx'
import { Button } from '../../ui/Button.tsx'
import { InlineNotice } from '../../ui/InlineNotice.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { Card } from '../../ui/PageSection.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { useTranslations } from 'use-intl'

interface ConsentDocumentProps {
  interaction: ApiEndpointOutput<'readInteraction'>
  person: ApiPerson
  signIn: string
}

export function ConsentRequestForm({ interaction, person, signIn }: ConsentDocumentProps) {
  const t = useTranslations()
  const { id, application, destination, items, resources } = interaction
  const { busy, problem, decide } = useSubmitChoiceOnce<'allow' | 'deny'>()
  const answer = useConsentAnswer(interaction, signIn)
  const name = formatApplicationName(application)
  const params = { id }
  const title =
    items.length === 0 && resources.length === 0
      ? t('applications.consent.bareTitle', { application: name })
      : t('applications.consent.title', { application: name })
  return (
    <div className="flex flex-col gap-5">
      <Card className="overflow-hidden">
        <DecorativeWaveBorder className="text-seal opacity-45" />
        <div translate="no" className="flex items-center gap-4 px-5 py-3">
          <ApplicationAvatar application={application} size={56} />
          <div className="min-w-0 [overflow-wrap:anywhere]">
            <PageHeading title={title} className="text-title" />
            {application.unregistered === undefined && (
              <p className="text-small text-soft">{t('applications.consent.destination', { destination })}</p>
            )}
          </div>
        </div>
        <UnregisteredApplicationNotice
          application={application}
          destination={destination}
          isDeviceRedirect={interaction.isDeviceRedirect === true}
        />
        {interaction.isReoffered === true && (
          <div className="border-t border-line px-5 py-3">
            <InlineNotice title={t('applications.consent.isReoffered')}>
              <p>{t('applications.consent.offeredAgainText', { application: name })}</p>
            </InlineNotice>
          </div>
        )}
        {answer.choice}
        <ApplicationPolicyLinks links={interaction.links} />
        <SignedInAs person={person} another={{ href: signIn, label: t('applications.consent.notYou') }} />
      </Card>
      <ConsentButtons
        notice={problem && <SubmittedChoiceErrorNotice problem={problem} signIn={signIn} />}
        busy={busy}
        isNameUnseen={answer.isUsernameUnseen}
        onAllow={() =>
          !answer.isIncomplete() &&
          decide(
            'allow',
            () => answer.submit((body) => callApi('consent', { params, body })),
            ({ next }) => redirectToSafeUrlOrHome(next),
          )
        }
        onDeny={() =>
          decide(
            'deny',
            () => callApi('deny', { params }),
            ({ next }) => redirectToSafeUrlOrHome(next),
          )
        }
      />
      <p className="text-small text-soft">
        {t('applications.consent.withdraw')}{' '}
        <TextLink href={frontEndPagePaths.applications}>{t('applications.consent.applications')}</TextLink>.
      </p>
    </div>
  )
}

interface ConsentButtonsProps {
  notice: ReactNode
  busy: 'allow' | 'deny' | null
  /** A username is permanent, so the buttons wait until it has been shown. */
  isNameUnseen: boolean
  onAllow: () => void
  onDeny: () => void
}

function ConsentButtons({ notice, busy, isNameUnseen, onAllow, onDeny }: ConsentButtonsProps) {
  const t = useTranslations()
  return (
    <DecisionBar notice={notice}>
      <Button
        look="main"
        className="flex-1"
        busyLabel={
          busy === 'allow'
            ? t('applications.consent.allowing')
            : isNameUnseen
              ? t('applications.consent.allow')
              : undefined
        }
        onClick={onAllow}
      >
        {t('applications.consent.allow')}
      </Button>
      <Button busyLabel={busy === 'deny' ? t('applications.consent.denying') : undefined} onClick={onDeny}>
        {t('applications.consent.deny')}
      </Button>
    </DecisionBar>
  )
}
