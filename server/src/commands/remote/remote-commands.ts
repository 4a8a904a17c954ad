// The commands that can be run for a server elsewhere, by their names.
import { remoteActivityExport } from './remote-activity.ts'
import { remoteApplications } from './remote-applications.ts'
import { remoteGroups } from './remote-groups.ts'
import type { RemoteCommand } from './remote-command.ts'
import { remotePeople } from './remote-people.ts'
import { remoteResources } from './remote-resources.ts'

export const remoteCommands: Readonly<Record<string, RemoteCommand>> = {
  ...remoteApplications,
  ...remoteGroups,
  ...remotePeople,
  ...remoteResources,
  'activity export': remoteActivityExport,
}
