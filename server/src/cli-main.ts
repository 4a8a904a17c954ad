// The command line: `countersign COMMAND`.
import { userInfo } from 'node:os'
import './platform/bundle-bootstrap.ts'

const commandArguments = process.argv.slice(2)

// A server runs for months, and keeps nothing of the other commands in its memory.
if (commandArguments.length === 1 && commandArguments[0] === 'start') {
  const { runServer } = await import('./run-server.ts')
  await runServer()
} else {
  const { runCommandLine } = await import('./cli/command-line.ts')
  const { readSystemUser } = await import('./cli/system-user.ts')
  const { ServerSettingsError: SettingsError } = await import('./platform/server-settings.ts')
  const { toExitCode } = await import('./platform/startup-error.ts')
  try {
    process.exitCode = await runCommandLine(commandArguments, readSystemUser(userInfo))
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    console.error(error.message)
    process.exitCode = toExitCode(error)
  }
}
