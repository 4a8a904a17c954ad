// What came of the wish to add a passkey, where none was added.
import { getDisplayableProblem } from '../../api/query-client.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Notice } from '../../ui/Notice.tsx'
import type { PasskeyFailure } from '../sign-in/passkeys/passkey-failure.ts'
import { useTranslations } from 'use-intl'
import type { useAddPasskey } from './passkey-mutations.ts'

/** Nothing where all is well, or nothing has been tried. */
export function AddPasskeyFailureNotice({ adding }: { adding: ReturnType<typeof useAddPasskey> }) {
  const t = useTranslations()
  const problem = getDisplayableProblem(adding.error)
  if (problem?.code === 'passkey.already_registered') return <PasskeyFailureNotice failure="registered-already" />
  // The words that it has elsewhere are about one that was made long ago.
  if (problem?.code === 'passkey.refused') {
    return (
      <Notice tone="attention" title={t('passkeys.refused')}>
        <p>{t('passkeys.refusedText')}</p>
      </Notice>
    )
  }
  if (problem) return <ErrorState problem={problem} />
  const failure = adding.data && 'failure' in adding.data ? adding.data.failure : null
  // Calling it off is no failure.
  if (failure === 'cancelled')
    return <Notice title={t('passkeys.cancelled')}>{<p>{t('passkeys.cancelledText')}</p>}</Notice>
  return failure && <PasskeyFailureNotice failure={failure} />
}

function PasskeyFailureNotice({ failure }: { failure: Exclude<PasskeyFailure, 'cancelled'> }) {
  const t = useTranslations()
  const { title, text } = {
    unsupported: { title: t('passkeys.unsupported'), text: t('passkeys.unsupportedText') },
    'registered-already': { title: t('passkeys.registeredAlready'), text: t('passkeys.registeredAlreadyText') },
    failed: { title: t('passkeys.failed'), text: t('passkeys.failedText') },
  }[failure]
  return (
    <Notice tone="attention" title={title}>
      <p>{text}</p>
    </Notice>
  )
}
