// `countersign version`, and `--version` as every program answers it.
import type { Command } from './command.ts'
import { describeRelease } from '../platform/database/describe-release.ts'

export const version: Command = {
  usage: 'version [--json]',
  about: 'Prints the version, the commit it was made from, the Node it runs on and the schema of its database.',
  run: async (parameters) => {
    const release = describeRelease()
    if (parameters.includes('--json')) console.log(JSON.stringify(release))
    else
      console.log(
        `countersign ${release.version} (commit ${release.commit ?? 'not known'}, Node ${release.node}, database schema ${release.schema})`,
      )
    return 0
  },
}
