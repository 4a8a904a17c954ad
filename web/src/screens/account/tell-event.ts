// A line of the activity log as a sentence. What the log has from strangers (names, labels) is cleaned before it stands in
// one (THREATS N4).
import type { ActivityEvent } from '@countersign/api/calls'
import { activityTypes } from '@countersign/api/activity'
import { shownName } from '../../applications/shown-name.ts'
import { cleanText } from '../../ui/clean-text.ts'
import { shortAddress } from '../../ui/address-form.ts'
import type { Chapters } from '../../words/shape.ts'

type ActivityWords = Chapters['activity']

/** @param device the browser of the line in words */
export function tellEvent(words: ActivityWords, event: ActivityEvent, device: string): string {
  // A server that is newer than this page can have lines that the page does not know.
  if (!Object.hasOwn(activityTypes, event.type)) return words.unknownLine(cleanText(event.type, 40))
  return words.lines[event.type]({
    way: wayOf(words, event),
    application: applicationOf(words, event),
    device,
    group: cleanText(String(event.details['group'] ?? ''), 64),
    isElsewhere: event.details['signedOn'] === 'another-device',
    isSynchronised: event.details['now'] === 'several-devices',
    isOutage: event.details['reason'] === 'unreachable',
    ending: wordsOf(words.endings, event.details['reason']) ?? '',
    changed: changedOf(words, event),
  })
}

/** Why it was refused; null for what was not. */
export function tellRefusal(words: ActivityWords, { outcome, details }: ActivityEvent): string | null {
  const reason = details['reason']
  if (outcome !== 'refused' || reason === undefined) return null
  const { message, site, other, ...known } = words.refusals
  const said = wordsOf(known, reason)
  if (said !== null) return said
  if (/^message\.(domain|uri|scheme)_mismatch$/.test(String(reason))) return site
  return String(reason).startsWith('message.') ? message : other(cleanText(String(reason), 120))
}

/** Whether a line wants to be looked at: something was refused, or went wrong. */
export function isTroubling({ outcome, type }: ActivityEvent): boolean {
  return (
    outcome === 'refused' || type === 'token.reused' || type === 'logout.failed' || type === 'passkey.backup_changed'
  )
}

function wayOf({ ways }: ActivityWords, { type, details, evidence }: ActivityEvent): string {
  const { address, label } = evidence
  if (address !== undefined) return ways.wallet(shortAddress(address))
  if (label !== undefined) return ways.passkey(cleanText(label, 64))
  if (details['method'] === 'passkey' || type.startsWith('passkey.')) return ways.somePasskey
  return type.startsWith('wallet.') ? ways.someWallet : ways.some
}

function applicationOf(words: ActivityWords, { application, details }: ActivityEvent): string {
  if (application) return shownName(application)
  const id = cleanText(String(details['applicationId'] ?? ''), 60)
  return id === '' ? words.someApplication : words.removedApplication(id)
}

function changedOf({ changed }: ActivityWords, { details }: ActivityEvent): string {
  const what = details['changed']
  return what === 'picture' || what === 'user_name' || what === 'email' ? changed[what] : changed.name
}

function wordsOf(known: Readonly<Record<string, string>>, code: unknown): string | null {
  return typeof code === 'string' && Object.hasOwn(known, code) ? (known[code] ?? null) : null
}
