// `countersign activity export`: takes the activity of a server elsewhere along. On the server's own machine the database has all of it.
import type { Command } from './command.ts'
import { refused } from './application-command.ts'
import { activityExportUsage } from './remote/remote-activity.ts'

export const activityExport: Command = {
  usage: activityExportUsage,
  about: 'Writes the activity of a server elsewhere to a file that is not there yet (--server).',
  run: async () =>
    refused('Name the server with --server ADDRESS. On its own machine, "countersign backup" copies everything.'),
}
