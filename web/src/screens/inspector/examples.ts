// Messages to begin with: a sound one, one that a wallet signed, and one for each fault that there is.
import { faultExamples, soundMessage, soundMoment } from '@countersign/message/fault-examples'
import type { FaultExample } from '@countersign/message/fault-examples'
import { nothingInspected } from './fragment.ts'
import type { Inspected } from './fragment.ts'

/** The faults that are met most, in the order in which they are offered. */
export const offeredFaults = [
  'message.carriage_return',
  'message.character_foreign',
  'message.address_checksum',
  'message.field_order',
  'message.nonce_short',
  'message.line_feed_at_end',
] as const

/** At that moment the sound message is valid. */
const sound: Inspected = { ...nothingInspected, text: soundMessage, origin: 'https://example.com', at: new Date(soundMoment.now).toISOString() }

/** Signed by a key that everybody knows, for this example alone. */
const signed: Inspected = {
  text: `https://example.com wants you to sign in with your Ethereum account:
0xd41c057fd1c78805AAC12B0A94a405c0461A6FBb

Sign in to Example.

URI: https://example.com/sign-in
Version: 1
Chain ID: 1
Nonce: 8mzv3kcq7h2ydx5w
Issued At: 2024-02-29T12:00:00Z
Expiration Time: 2024-02-29T12:05:00Z`,
  signature: '0x94fbf62a9222bda0a10f598bbbdb8eb517f20f1d2d500aeb5cb5a2aa13b586907cbc606889fad0ee997ff35b69987f14ffc7c2a914b0e535ab77bdb11d3fa2de1b',
  origin: 'https://example.com',
  at: sound.at,
}

/** @param name the code of a fault, `sound` or `signed`; a name that there is not shows nothing */
export function readExample(name: string): Inspected {
  if (name === 'sound') return sound
  if (name === 'signed') return signed
  const examples: Readonly<Record<string, FaultExample>> = faultExamples
  const example = Object.hasOwn(examples, name) ? examples[name] : undefined
  return example ? { ...nothingInspected, text: example.text, origin: originOf(example), at: momentOf(example) } : nothingInspected
}

/** Where the fault is that the message is for somebody else: the origin that it was expected to be for. */
function originOf({ expected }: FaultExample): string {
  const domain = expected?.domain
  return typeof domain === 'string' ? `https://${domain}` : ''
}

function momentOf({ at }: FaultExample): string {
  return at ? new Date(at.now).toISOString() : ''
}
