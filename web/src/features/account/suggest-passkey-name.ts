import type { Translate } from '../../i18n/ui-translation-functions.ts'
import type { PasskeyCreationResult } from '../sign-in/passkeys/create-passkey.ts'
import { sanitizeDisplayText } from '../../ui/sanitize-display-text.ts'

export const getPasskeyLabel = (t: Translate, { label }: { label: string | null }): string =>
  label === null ? t('passkeys.unnamed') : sanitizeDisplayText(label, 64)

/** Transports of a security key, as opposed to this device or a phone (WebAuthn §5.8.4). */
const securityKeyTransports: readonly string[] = ['usb', 'nfc', 'ble', 'smart-card']

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
