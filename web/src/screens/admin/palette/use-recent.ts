// What somebody opened last, on whichever of their browsers: kept on the server, and named as it is called now.
import type { Entry, ThingKind } from './entries.ts'

export function useRecent(): { recent: Entry[]; noteOpened: (thing: { kind: ThingKind; id: string }) => void } {
  return { recent: [], noteOpened: () => undefined }
}
