// What a person does with their passkeys: adds one, gives one another name, removes one. Each asks the server, which may
// want to know first that it is really them, then looks at the list again and says what happened.
import { useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Passkey } from '@countersign/api/calls'
import { answerOf, leaveIfSignedOut } from '../../api/answers.ts'
import type { PasskeyFailure } from '../sign-in/passkey/failure.ts'
import { makePasskey } from '../sign-in/passkey/make-passkey.ts'
import { leaveOnce } from '../../api/leave.ts'
import { paths } from '../../api/paths.ts'
import { useSensitiveCall } from '../sign-in/step-up/use-sensitive-call.ts'
import { useAnnounce } from '../../ui/Announcer.tsx'
import { deviceOf } from '../../ui/device.ts'
import { deviceWords } from '../../ui/device-words.ts'
import { focusPageHeading } from '../../ui/focus-page-heading.ts'
import { useTranslations } from 'use-intl'
import { passkeyName, suggestPasskeyName } from './passkey-name.ts'

/** What comes of the wish to add one: the passkey, or why the browser made none. */
export type Added = { readonly passkey: Passkey } | { readonly failure: PasskeyFailure }

/** Adds a passkey: asks for what it is to be made from, has the browser make it, and hands it in under a name for the time being. */
export function useAddPasskey(onAdded: (passkey: Passkey) => void) {
  const t = useTranslations()
  const call = useSensitiveCall()
  const client = useQueryClient()
  const announce = useAnnounce()
  // Before it is the browser's turn, it can be the person's own to confirm that it is them.
  const [isAtBrowser, setIsAtBrowser] = useState(false)
  const adding = useMutation({
    mutationFn: async (others: readonly Passkey[]): Promise<Added> => {
      const options = answerOf(await call('createPasskeyOptions'))
      setIsAtBrowser(true)
      const made = await makePasskey(options).finally(() => setIsAtBrowser(false))
      if (!made.ok) return { failure: made.reason }
      const { browser, system } = deviceOf(navigator.userAgent)
      const device = browser === null && system === null ? null : deviceWords(t, navigator.userAgent)
      const label = suggestPasskeyName(
        t,
        made,
        device,
        others.map((other) => other.label),
      )
      return { passkey: answerOf(await call('addPasskey', { body: { attestation: made.attestation, label } })) }
    },
    onSuccess: async (added) => {
      if (!('passkey' in added)) return
      await client.invalidateQueries({ queryKey: ['passkeys'] })
      announce(t('passkeys.added'))
      onAdded(added.passkey)
    },
    onError: leaveIfSignedOut,
  })
  return {
    ...adding,
    busyLabel: adding.isPending ? (isAtBrowser ? t('passkeys.adding') : t('passkeys.preparing')) : undefined,
  }
}

/** Gives a passkey another name, or none. */
export function useRenamePasskey() {
  const t = useTranslations()
  const call = useSensitiveCall()
  const client = useQueryClient()
  const announce = useAnnounce()
  return useMutation({
    mutationFn: async ({ id, label }: { id: string; label: string | null }) =>
      answerOf(await call('changePasskey', { params: { id }, body: { label } })),
    onSuccess: async (passkey) => {
      await client.invalidateQueries({ queryKey: ['passkeys'] })
      announce(t('passkeys.saved', { name: passkeyName(t, passkey) }))
    },
    onError: leaveIfSignedOut,
  })
}

/** Removes a passkey. One that is gone already counts as removed. */
export function useRemovePasskey() {
  const t = useTranslations()
  const call = useSensitiveCall()
  const client = useQueryClient()
  const announce = useAnnounce()
  return useMutation({
    mutationFn: async (passkey: Passkey) => {
      const result = await call('removePasskey', { params: { id: passkey.id } })
      if (!result.ok && result.problem.code === 'passkey.not_found') return { signedOut: false }
      return answerOf(result)
    },
    onSuccess: async ({ signedOut }, passkey) => {
      if (signedOut) return leaveOnce(paths.signedOut('way-in-gone'))
      await client.invalidateQueries({ queryKey: ['passkeys'] })
      void client.invalidateQueries({ queryKey: ['sessions'] })
      focusPageHeading()
      announce(t('passkeys.removed', { name: passkeyName(t, passkey) }))
    },
    onError: leaveIfSignedOut,
  })
}
