// The commands that can be run for a server elsewhere, by their names.
import { remoteActivityExport } from './remote-activity.ts'
import { remoteApplications } from './remote-applications.ts'
import type { RemoteServer } from './connect.ts'
import { remoteGroups } from './remote-groups.ts'
import { remotePeople } from './remote-people.ts'

/** A command for a server elsewhere. It answers the exit code. */
export type RemoteCommand = (server: RemoteServer, parameters: readonly string[]) => Promise<number>

export const remoteCommands: Readonly<Record<string, RemoteCommand>> = {
  ...remoteApplications,
  ...remoteGroups,
  ...remotePeople,
  'activity export': remoteActivityExport,
}
