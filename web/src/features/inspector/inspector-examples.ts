// Examples to begin with, out of the inspector's own table: what a link with a name opens here is what the tests and the
// reference show under that name, with its moment, origin and signature.
import { inspectorExamples } from '@countersign/inspector/inspector-examples'
import { emptyInspectorInput } from './inspector-url-fragment.ts'
import type { InspectorInput } from './inspector-url-fragment.ts'

/** The errors that are met most, in the order in which they are offered. */
export const inspectorExampleErrorCodes = [
  'message.carriage_return',
  'message.character_foreign',
  'message.address_checksum',
  'message.bitcoin_address_checksum',
  'message.field_order',
  'message.nonce_short',
  'message.line_feed_at_end',
] as const

/** @param name the code of a fault, or another name of the table such as `signed`; a name that there is not shows nothing */
export function findInspectorExample(name: string): InspectorInput {
  const example = inspectorExamples.find((one) => one.name === name)
  if (!example) return emptyInspectorInput
  const { text, at, origin = '', signature = '' } = example
  return { text, signature, origin, at: new Date(at).toISOString() }
}
