// What an example for the inspector is: a text, when and where it is judged, and which finding it shows.
import type { MessageErrorCode } from '@countersign/message'

/** Where in the findings a code shows. What only a server can compare shows as the field with its place. */
export type InspectorExampleFindingKind = 'fault' | 'time' | 'origin' | 'signature' | 'field'

/** Something to inspect. */
export interface MessageInspectorExample {
  /** The code that it shows, or another name in the same manner: `sound`, `two-errors`. */
  readonly name: string
  readonly text: string
  /** When it is judged; milliseconds since 1970. */
  readonly at: number
  readonly origin?: string
  readonly signature?: string
  /** The code that it is the example of, where it shows, and its place. */
  readonly shows: {
    readonly code: MessageErrorCode
    readonly by: InspectorExampleFindingKind
    readonly line: number
    readonly offset: number
  } | null
}
