import type { MessageErrorCode } from '@countersign/message'

/** The kind of finding that shows the error code; `field` if only a server can detect the error. */
export type InspectorExampleFindingKind = 'fault' | 'time' | 'origin' | 'signature' | 'field'

export interface MessageInspectorExample {
  /** An error code, or a name such as `sound` or `two-errors`. */
  readonly name: string
  readonly text: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly origin?: string
  readonly signature?: string
  readonly shows: {
    readonly code: MessageErrorCode
    readonly by: InspectorExampleFindingKind
    readonly line: number
    readonly offset: number
  } | null
}
