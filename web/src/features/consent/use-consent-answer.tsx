// What the consent page and the device page share: the choice of items, and the answer with it.
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { ApiEndpointInput, ApiEndpointOutput, ConsentableScope } from '@countersign/api/api-endpoints'
import type { ApiEndpointName } from '@countersign/api/api-route-paths'
import type { ApiEndpointResult } from '../../api/api-client.ts'
import { ConsentEmailField } from '../email/ConsentEmailField.tsx'
import { ConsentUsernameField } from '../usernames/ConsentUsernameField.tsx'
import { useConsentUsernameField } from '../usernames/use-consent-username-field.ts'
import {
  buildConsentAnswerRequest,
  isSignedMessageSharedByConsent,
  isWalletSharedByConsent,
} from '../applications/build-consent-answer-request.ts'
import { ConsentItems } from '../applications/ConsentItems.tsx'
import { ConsentWalletChoice } from '../applications/ConsentWalletChoice.tsx'
import { formatApplicationName } from '../applications/format-application-name.ts'
import {
  getInitialWithheldScopes,
  isUsernameSharedByConsent,
  toggleWithheldScope,
} from '../applications/toggle-withheld-consent-scopes.ts'
import { useRequiredConsentProfileFields } from '../applications/use-required-consent-profile-fields.tsx'

interface ConsentAnswer {
  choice: ReactNode
  withheld: readonly ConsentableScope[]
  /** A username is permanent, so the buttons wait until it has been shown. */
  isUsernameUnseen: boolean
  /** Moves the focus to the first empty field. */
  isIncomplete: () => boolean
  /** Saves what the person filled in, and then sends the answer. */
  submit: <Name extends ApiEndpointName>(
    send: (answer: ApiEndpointInput<'consent'>['body']) => Promise<ApiEndpointResult<Name>>,
  ) => Promise<ApiEndpointResult<Name>>
}

/** @param signIn leads to the sign-in page and back to this page */
export function useConsentAnswer(
  request: ApiEndpointOutput<'readInteraction'> | ApiEndpointOutput<'readDeviceRequest'>,
  signIn: string,
): ConsentAnswer {
  const { application, items, resources, groups, consentFingerprint, wallet: offer } = request
  const [withheld, setWithheld] = useState(() => getInitialWithheldScopes(items))
  const [wallet, setWallet] = useState(offer?.chosen ?? null)
  const username = useConsentUsernameField(items.some(({ scope }) => scope === 'user_name'))
  const missing = useRequiredConsentProfileFields(items)
  const name = formatApplicationName(application)
  const isUsernameShared = isUsernameSharedByConsent(items, withheld)
  return {
    choice: (
      <ConsentItems
        application={name}
        items={items}
        resources={resources}
        withheld={withheld}
        {...(groups !== undefined && { groups })}
        below={{
          ...missing.below,
          user_name: <ConsentUsernameField first={username} />,
          email: <ConsentEmailField signIn={signIn} />,
        }}
        walletChoice={
          offer != null &&
          (offer.wallets.length === 0 || isWalletSharedByConsent(offer, withheld)) && (
            <ConsentWalletChoice
              application={name}
              offer={offer}
              chosen={wallet}
              isProofShared={isSignedMessageSharedByConsent(items, withheld)}
              onChoose={setWallet}
            />
          )
        }
        hasNoWallet={offer?.wallets.length === 0}
        onToggle={(scope) => setWithheld(toggleWithheldScope(items, withheld, scope))}
      />
    ),
    withheld,
    isUsernameUnseen: username.isReading && isUsernameShared,
    isIncomplete: missing.isIncomplete,
    submit: async (send) => {
      const named = isUsernameShared ? await username.chooseIfMissing() : null
      if (named !== null && !named.ok) return named
      const saved = await missing.save()
      if (saved !== null && !saved.ok) return saved
      return send(buildConsentAnswerRequest(consentFingerprint, offer, withheld, wallet))
    },
  }
}
