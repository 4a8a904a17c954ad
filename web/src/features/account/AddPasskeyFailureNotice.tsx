import { getDisplayableApiProblem } from '../../api/query-client.ts'
import { LoadErrorPanel } from '../../ui/LoadErrorPanel.tsx'
import { InlineNotice } from '../../ui/InlineNotice.tsx'
import type { PasskeyCeremonyFailure } from '../sign-in/passkeys/passkey-ceremony-failure.ts'
import { useTranslations } from 'use-intl'
import type { useAddPasskey } from './passkey-mutation-hooks.ts'

export function AddPasskeyFailureNotice({ adding }: { adding: ReturnType<typeof useAddPasskey> }) {
  const t = useTranslations()
  const problem = getDisplayableApiProblem(adding.error)
  if (problem?.code === 'passkey.already_registered') return <PasskeyFailureNotice failure="registered-already" />
  if (problem?.code === 'passkey.refused') {
    return (
      <InlineNotice tone="attention" title={t('passkeys.refused')}>
        <p>{t('passkeys.refusedText')}</p>
      </InlineNotice>
    )
  }
  if (problem) return <LoadErrorPanel problem={problem} />
  const failure = adding.data && 'failure' in adding.data ? adding.data.failure : null
  if (failure === 'cancelled')
    return (
      <InlineNotice title={t('passkeys.cancelled')}>
        <p>{t('passkeys.cancelledText')}</p>
        {/* Browsers do not distinguish a key without a PIN from a cancellation. */}
        <p>{t('passkeyHelp.securityKeyPin')}</p>
      </InlineNotice>
    )
  return failure && <PasskeyFailureNotice failure={failure} />
}

function PasskeyFailureNotice({ failure }: { failure: Exclude<PasskeyCeremonyFailure, 'cancelled'> }) {
  const t = useTranslations()
  const { title, text } = {
    'no-user-verification': {
      title: t('passkeyHelp.noUserVerification'),
      text: t('passkeyHelp.noUserVerificationText'),
    },
    unsupported: { title: t('passkeys.unsupported'), text: t('passkeys.unsupportedText') },
    'registered-already': { title: t('passkeys.registeredAlready'), text: t('passkeys.registeredAlreadyText') },
    failed: { title: t('passkeys.failed'), text: t('passkeys.failedText') },
  }[failure]
  return (
    <InlineNotice tone="attention" title={title}>
      <p>{text}</p>
      {failure === 'no-user-verification' && <p>{t('passkeyHelp.securityKeyPin')}</p>}
    </InlineNotice>
  )
}
