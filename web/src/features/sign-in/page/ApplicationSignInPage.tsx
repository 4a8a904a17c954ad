import { useCallback, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { ApplicationAvatar } from '../../applications/ApplicationAvatar.tsx'
import { formatApplicationName } from '../../applications/format-application-name.ts'
import { FullPageApiError } from '../../applications/FullPageApiError.tsx'
import { useApplicationAccentColors } from '../../applications/use-application-accent-colors.ts'
import { useSubmitChoiceOnce } from '../../applications/use-submit-choice-once.ts'
import { useApiQuery } from '../../applications/use-api-query.ts'
import { redirectToSafeUrlOrHome, reloadOnBfcacheRestore } from '../../../api/safe-redirect.ts'
import { frontEndPagePaths } from '../../../api/front-end-page-paths.ts'
import { callSignInApi } from '../../../api/sign-in-api-client.ts'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { PublicPageHeader } from '../../../ui/PublicPageHeader.tsx'
import { InlineNotice } from '../../../ui/InlineNotice.tsx'
import { getTranslatedProblemMessage } from '../../../ui/get-translated-error-message.ts'
import { shortenWalletAddress } from '../../../ui/wallet-address-format.ts'
import { useTranslations } from 'use-intl'
import { usePageLanguage } from '../../../i18n/page-language-context.ts'
import { SignInPageLayout } from './SignInPageLayout.tsx'
import { GroupAccessDeniedNotice } from './GroupAccessDeniedNotice.tsx'
import type { ApplicationSignInRenderProps } from './SignInOptionsPanel.tsx'
import { sanitizeDisplayText } from '../../../ui/sanitize-display-text.ts'

type Interaction = ApiEndpointOutput<'readInteraction'>

export function ApplicationSignInPage({
  id,
  children,
}: {
  id: string
  children: (asked: ApplicationSignInRenderProps) => ReactNode
}) {
  const t = useTranslations()
  const [reading, again] = useApiQuery(
    useCallback((signal: AbortSignal) => callSignInApi('readInteraction', { params: { id }, signal }), [id]),
  )
  const [isOther, setIsOther] = useState(false)
  useEffect(reloadOnBfcacheRestore, [])
  const interaction = reading.at === 'loaded' ? reading.answer : null
  useApplicationAccentColors(interaction?.accents)
  if (reading.at === 'failed') {
    return (
      <FullPageApiError problem={reading.problem} onRetry={again}>
        <ButtonLink look="bare" href={frontEndPagePaths.home}>
          {t('interaction.front')}
        </ButtonLink>
      </FullPageApiError>
    )
  }
  if (interaction?.missingGroups && !isOther) {
    return (
      <SignInPageLayout head={<ApplicationRequestHeader interaction={interaction} />}>
        <GroupAccessDeniedNotice interaction={interaction} onOther={() => setIsOther(true)} />
      </SignInPageLayout>
    )
  }
  return children(toApplicationSignInRenderProps(interaction, again))
}

/** `interaction` is null until loaded. */
export function toApplicationSignInRenderProps(
  interaction: Interaction | null,
  onOver: () => void,
): ApplicationSignInRenderProps {
  const application = interaction && formatApplicationName(interaction.application)
  return {
    application,
    isHeld: interaction === null,
    wanted: interaction?.requestedMethod ?? 'any',
    onOver,
    head: <ApplicationRequestHeader interaction={interaction} />,
    foot: interaction && (
      <DenyRequestButton id={interaction.id} application={formatApplicationName(interaction.application)} />
    ),
  }
}

function ApplicationRequestHeader({ interaction }: { interaction: Interaction | null }) {
  const t = useTranslations()
  const name = interaction && formatApplicationName(interaction.application)
  return (
    <div className="grid gap-3">
      <div className="flex items-center gap-4">
        {interaction ? (
          <ApplicationAvatar application={interaction.application} size={64} />
        ) : (
          <span className="size-16 rounded-full bg-sunk" />
        )}
        <div className="min-w-0 flex-1">
          <PublicPageHeader
            translate="no"
            title={t('signIn.title')}
            text={name ? t('interaction.to', { application: name }) : t('interaction.reading')}
          />
        </div>
      </div>
      {interaction ? (
        <p translate="no" className="text-small text-soft [overflow-wrap:anywhere]">
          {t('interaction.destination', { destination: interaction.destination })}
        </p>
      ) : (
        <span className="h-[1.45em] w-3/5 rounded-control bg-sunk text-small" />
      )}
      {interaction && (interaction.accepts !== null || interaction.requestedMethod !== 'any') && (
        <ApplicationRequirementsNotice interaction={interaction} />
      )}
      {name && interaction.expectedAddress !== null && (
        <InlineNotice
          title={t('interaction.expected', {
            application: name,
            address: shortenWalletAddress(interaction.expectedAddress),
          })}
        />
      )}
    </div>
  )
}

function DenyRequestButton({ id, application }: { id: string; application: string }) {
  const t = useTranslations()
  const { busy, problem, decide } = useSubmitChoiceOnce<'deny'>()
  const failure = problem && getTranslatedProblemMessage(t, problem)
  return (
    <div className="grid gap-3">
      {failure && <InlineNotice tone="failure" title={`${failure.title} ${failure.action}`} />}
      <Button
        look="bare"
        className="justify-self-center"
        busyLabel={busy ? t('interaction.denying') : undefined}
        onClick={() =>
          decide(
            'deny',
            () => callSignInApi('deny', { params: { id } }),
            ({ next }) => redirectToSafeUrlOrHome(next),
          )
        }
      >
        {t('interaction.deny', { application })}
      </Button>
    </div>
  )
}

function ApplicationRequirementsNotice({
  interaction: { application, requestedMethod: wanted, accepts },
}: {
  interaction: ApiEndpointOutput<'readInteraction'>
}) {
  const t = useTranslations()
  const { locale } = usePageLanguage()
  const name = formatApplicationName(application)
  if (accepts === null) {
    return (
      <InlineNotice
        title={
          wanted === 'passkey'
            ? t('demand.wantsPasskey', { application: name })
            : t('demand.wantsWallet', { application: name })
        }
      >
        <p>{t('demand.wantsOther')}</p>
      </InlineNotice>
    )
  }
  const ways = new Intl.ListFormat(locale, { type: 'disjunction' }).format(
    accepts.signInMethods.map((way) => t(`demand.ways.${way}`)),
  )
  const chains = accepts.chains.map((chain) => sanitizeDisplayText(chain, 64)).join(', ')
  return (
    <InlineNotice title={t('demand.accepts', { application: name })}>
      <p>{chains === '' ? t('demand.sufficient', { ways }) : t('demand.sufficientOnChains', { ways, chains })}</p>
    </InlineNotice>
  )
}
