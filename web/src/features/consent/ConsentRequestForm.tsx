import { useState } from 'react'
import type { ApiEndpointOutput, ApiPerson } from '@countersign/api/api-endpoints'
import { callApi } from '../../api/api-client.ts'
import { ConsentEmailField } from '../email/ConsentEmailField.tsx'
import { ApplicationPolicyLinks } from '../applications/ApplicationPolicyLinks.tsx'
import { ApplicationAvatar } from '../applications/ApplicationAvatar.tsx'
import {
  getInitialWithheldScopes,
  isUsernameSharedByConsent,
  toggleWithheldScope,
} from '../applications/toggle-withheld-consent-scopes.ts'
import { ConsentItems } from '../applications/ConsentItems.tsx'
import {
  buildConsentAnswerRequest,
  isSignedMessageSharedByConsent,
  isWalletSharedByConsent,
} from '../applications/build-consent-answer-request.ts'
import { ConsentWalletChoice } from '../applications/ConsentWalletChoice.tsx'
import { SubmittedChoiceErrorNotice } from '../applications/SubmittedChoiceErrorNotice.tsx'
import { formatApplicationName } from '../applications/format-application-name.ts'
import { SignedInAs } from '../applications/SignedInAs.tsx'
import { UnregisteredApplicationNotice } from '../applications/UnregisteredApplicationNotice.tsx'
import { useRequiredConsentProfileFields } from '../applications/use-required-consent-profile-fields.tsx'
import { useSubmitChoiceOnce } from '../applications/use-submit-choice-once.ts'
import { redirectToSafeUrlOrHome } from '../../api/safe-redirect.ts'
import { frontEndPagePaths } from '../../api/front-end-page-paths.ts'
import { DecorativeWaveBorder } from '../../ui/DecorativeWaveBorder.tsx'
import { Button } from '../../ui/Button.tsx'
import { InlineNotice } from '../../ui/InlineNotice.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { Card } from '../../ui/PageSection.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { ConsentUsernameField } from '../usernames/ConsentUsernameField.tsx'
import { useConsentUsernameField } from '../usernames/use-consent-username-field.ts'
import { useTranslations } from 'use-intl'

interface ConsentDocumentProps {
  interaction: ApiEndpointOutput<'readInteraction'>
  person: ApiPerson
  signIn: string
}

export function ConsentRequestForm({ interaction, person, signIn }: ConsentDocumentProps) {
  const t = useTranslations()
  const { id, application, destination, items, resources, consentFingerprint, wallet: offer } = interaction
  const [withheld, setWithheld] = useState(() => getInitialWithheldScopes(items))
  const [wallet, setWallet] = useState(offer?.chosen ?? null)
  const { busy, problem, decide } = useSubmitChoiceOnce<'allow' | 'deny'>()
  const username = useConsentUsernameField(items.some(({ scope }) => scope === 'user_name'))
  const missing = useRequiredConsentProfileFields(items)
  const name = formatApplicationName(application)
  const params = { id }
  const title =
    items.length === 0 && resources.length === 0
      ? t('applications.consent.bareTitle', { application: name })
      : t('applications.consent.title', { application: name })
  return (
    <div className="grid gap-5">
      <Card className="overflow-hidden">
        <DecorativeWaveBorder className="text-seal opacity-45" />
        <div translate="no" className="flex items-center gap-4 px-5 pt-4 pb-5">
          <ApplicationAvatar application={application} size={64} />
          <PageHeading title={title} className="min-w-0 text-title [overflow-wrap:anywhere]" />
        </div>
        <UnregisteredApplicationNotice application={application} destination={destination} />
        <ConsentItems
          application={name}
          items={items}
          resources={resources}
          withheld={withheld}
          groups={interaction.groups}
          below={{
            ...missing.below,
            user_name: <ConsentUsernameField first={username} />,
            email: <ConsentEmailField signIn={signIn} />,
          }}
          onToggle={(scope) => setWithheld(toggleWithheldScope(items, withheld, scope))}
        />
        {isWalletSharedByConsent(offer, withheld) && (
          <ConsentWalletChoice
            application={name}
            offer={offer}
            chosen={wallet}
            isProofShared={isSignedMessageSharedByConsent(items, withheld)}
            onChoose={setWallet}
          />
        )}
        <ApplicationPolicyLinks links={interaction.links} />
        <SignedInAs person={person} another={{ href: signIn, label: t('applications.consent.notYou') }} />
      </Card>
      <ConsentNotices interaction={interaction} name={name} />
      <SubmittedChoiceErrorNotice problem={problem} signIn={signIn} />
      <ConsentButtons
        busy={busy}
        isNameUnseen={username.isReading && isUsernameSharedByConsent(items, withheld)}
        onAllow={() =>
          !missing.isIncomplete() &&
          decide(
            'allow',
            async () => {
              const named = isUsernameSharedByConsent(items, withheld) ? await username.chooseIfMissing() : null
              if (named !== null && !named.ok) return named
              const saved = await missing.save()
              if (saved !== null && !saved.ok) return saved
              return callApi('consent', {
                params,
                body: buildConsentAnswerRequest(consentFingerprint, offer, withheld, wallet),
              })
            },
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
      <p className="text-small text-soft [overflow-wrap:anywhere]">
        {t('applications.consent.destination', { destination })} {t('applications.consent.withdraw')}{' '}
        <TextLink href={frontEndPagePaths.applications}>{t('applications.consent.applications')}</TextLink>.
      </p>
    </div>
  )
}

interface ConsentNoticesProps {
  interaction: ApiEndpointOutput<'readInteraction'>
  name: string
}

function ConsentNotices({ interaction, name }: ConsentNoticesProps) {
  const t = useTranslations()
  return (
    <>
      {interaction.isReoffered === true && (
        <InlineNotice tone="attention" title={t('applications.consent.isReoffered')}>
          <p>{t('applications.consent.offeredAgainText', { application: name })}</p>
        </InlineNotice>
      )}
      {interaction.isDeviceRedirect === true && (
        <InlineNotice tone="attention" title={t('applications.unregistered.isDeviceRedirect')}>
          <p>{t('applications.unregistered.staysHereText', { host: name })}</p>
        </InlineNotice>
      )}
    </>
  )
}

interface ConsentButtonsProps {
  busy: 'allow' | 'deny' | null
  /** A username is permanent, so the buttons wait until it has been shown. */
  isNameUnseen: boolean
  onAllow: () => void
  onDeny: () => void
}

function ConsentButtons({ busy, isNameUnseen, onAllow, onDeny }: ConsentButtonsProps) {
  const t = useTranslations()
  return (
    <div className="grid gap-2">
      <Button
        look="main"
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
    </div>
  )
}
