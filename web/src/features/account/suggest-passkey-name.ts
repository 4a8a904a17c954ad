// How a passkey is called: by the name that its person gave it, and before that by one that they are likely to know it by.
import type { Translate } from '../../i18n/ui-translation-functions.ts'
import type { PasskeyCreationResult } from '../sign-in/passkeys/create-passkey.ts'
import { sanitizeDisplayText } from '../../ui/sanitize-display-text.ts'

/** How a passkey is called on the screen. */
export const getPasskeyLabel = (t: Translate, { label }: { label: string | null }): string =>
  label === null ? t('passkeys.unnamed') : sanitizeDisplayText(label, 64)

/** Reached by plug, touch or radio, and not by being the device itself or a phone (WebAuthn §5.8.4). */
const securityKeyTransports: readonly string[] = ['usb', 'nfc', 'ble', 'smart-card']

/**
 * A name for a passkey that was just made.
 * @param device this one in words, or null
 * @param taken names that the person has for others already
 */
export function suggestPasskeyName(
  t: Translate,
  made: PasskeyCreationResult & { ok: true },
  device: string | null,
  taken: readonly (string | null)[],
): string {
  const name = made.isElsewhere
    ? describeOtherAuthenticator(t, made.attestation.transports)
    : (device ?? t('passkeys.suggested.unknown'))
  if (!taken.includes(name)) return name
  let number = 2
  while (taken.includes(`${name} ${number}`)) number += 1
  return `${name} ${number}`
}

const describeOtherAuthenticator = (t: Translate, transports: readonly string[]): string =>
  transports.some((transport) => securityKeyTransports.includes(transport))
    ? t('passkeys.suggested.securityKey')
    : t('passkeys.suggested.phone')
