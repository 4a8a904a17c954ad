// How a passkey is called: by the name that its person gave it, and before that by one that they are likely to know it by.
import type { MadePasskey } from '../../passkey/make-passkey.ts'
import { cleanText } from '../../ui/clean-text.ts'
import type { Chapters } from '../../words/shape.ts'

/** How a passkey is called on the screen. */
export const passkeyName = (words: Chapters['passkeys'], { label }: { label: string | null }): string =>
  label === null ? words.unnamed : cleanText(label, 64)

/** Reached by plug, touch or radio, and not by being the device itself or a phone (WebAuthn §5.8.4). */
const transportsOfKeys: readonly string[] = ['usb', 'nfc', 'ble', 'smart-card']

/**
 * A name for a passkey that was just made.
 * @param device this one in words, or null
 * @param taken names that the person has for others already
 */
export function suggestPasskeyName(
  words: Chapters['passkeys'],
  made: MadePasskey & { ok: true },
  device: string | null,
  taken: readonly (string | null)[],
): string {
  const { suggested } = words
  const name = made.isElsewhere
    ? elsewhere(suggested, made.attestation.transports)
    : device === null
      ? suggested.unknown
      : suggested.device(device)
  if (!taken.includes(name)) return name
  let number = 2
  while (taken.includes(`${name} ${number}`)) number += 1
  return `${name} ${number}`
}

const elsewhere = (suggested: Chapters['passkeys']['suggested'], transports: readonly string[]): string =>
  transports.some((transport) => transportsOfKeys.includes(transport)) ? suggested.securityKey : suggested.phone
