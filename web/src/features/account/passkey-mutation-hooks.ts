import { useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ApiPasskey, PasskeyCreationOptions } from '@countersign/api/api-endpoints'
import { unwrapApiResult, redirectOnSessionError } from '../../api/query-client.ts'
import type { PasskeyCeremonyFailure } from '../sign-in/passkeys/passkey-ceremony-failure.ts'
import { createPasskey } from '../sign-in/passkeys/create-passkey.ts'
import { redirectBrowserOnce } from '../../api/safe-redirect.ts'
import { frontEndPagePaths } from '../../api/front-end-page-paths.ts'
import { useCallApiWithStepUp } from '../sign-in/step-up/use-call-api-with-step-up.ts'
import { useAnnounce } from '../../ui/ScreenReaderAnnouncer.tsx'
import { parseUserAgent } from '../../ui/parse-user-agent.ts'
import { describeUserAgent } from '../../ui/describe-user-agent.ts'
import { focusPageHeading } from '../../ui/focus-page-heading.ts'
import { useTranslations } from 'use-intl'
import { withPasskeyCreationLock } from './passkey-list-lock.ts'
import { getPasskeyLabel, suggestPasskeyName } from './suggest-passkey-name.ts'

export type AddPasskeyResult = { readonly passkey: ApiPasskey } | { readonly failure: PasskeyCeremonyFailure }

export function useAddPasskey(onAdded: (passkey: ApiPasskey) => void) {
  const t = useTranslations()
  const call = useCallApiWithStepUp()
  const client = useQueryClient()
  const announce = useAnnounce()
  // False while the person is still confirming their identity (step-up).
  const [isAtBrowser, setIsAtBrowser] = useState(false)
  const createAndAdd = async (
    options: PasskeyCreationOptions,
    others: readonly ApiPasskey[],
  ): Promise<AddPasskeyResult> => {
    setIsAtBrowser(true)
    const made = await createPasskey(options).finally(() => setIsAtBrowser(false))
    if (!made.ok) return { failure: made.reason }
    const { browser, operatingSystem } = parseUserAgent(navigator.userAgent)
    const device = browser === null && operatingSystem === null ? null : describeUserAgent(t, navigator.userAgent)
    const label = suggestPasskeyName(
      t,
      made,
      device,
      others.map((other) => other.label),
    )
    return { passkey: unwrapApiResult(await call('addPasskey', { body: { attestation: made.attestation, label } })) }
  }
  const adding = useMutation({
    mutationFn: async (others: readonly ApiPasskey[]): Promise<AddPasskeyResult> => {
      const options = unwrapApiResult(await call('createPasskeyOptions'))
      return withPasskeyCreationLock(() => createAndAdd(options, others))
    },
    onSuccess: async (added) => {
      if (!('passkey' in added)) return
      await client.invalidateQueries({ queryKey: ['passkeys'] })
      announce(t('passkeys.added'))
      onAdded(added.passkey)
    },
    onError: redirectOnSessionError,
  })
  return {
    ...adding,
    busyLabel: adding.isPending ? (isAtBrowser ? t('passkeys.adding') : t('passkeys.preparing')) : undefined,
  }
}

export function useRenamePasskey() {
  const t = useTranslations()
  const call = useCallApiWithStepUp()
  const client = useQueryClient()
  const announce = useAnnounce()
  return useMutation({
    mutationFn: async ({ id, label }: { id: string; label: string | null }) =>
      unwrapApiResult(await call('changePasskey', { params: { id }, body: { label } })),
    onSuccess: async (passkey) => {
      await client.invalidateQueries({ queryKey: ['passkeys'] })
      announce(t('passkeys.saved', { name: getPasskeyLabel(t, passkey) }))
    },
    onError: redirectOnSessionError,
  })
}

export function useRemovePasskey() {
  const t = useTranslations()
  const call = useCallApiWithStepUp()
  const client = useQueryClient()
  const announce = useAnnounce()
  return useMutation({
    mutationFn: async (passkey: ApiPasskey) => {
      const result = await call('removePasskey', { params: { id: passkey.id } })
      if (!result.ok && result.problem.code === 'passkey.not_found') return { signedOut: false }
      return unwrapApiResult(result)
    },
    onSuccess: async ({ signedOut }, passkey) => {
      if (signedOut) return redirectBrowserOnce(frontEndPagePaths.signedOut('way-in-gone'))
      await client.invalidateQueries({ queryKey: ['passkeys'] })
      void client.invalidateQueries({ queryKey: ['sessions'] })
      focusPageHeading()
      announce(t('passkeys.removed', { name: getPasskeyLabel(t, passkey) }))
    },
    onError: redirectOnSessionError,
  })
}
