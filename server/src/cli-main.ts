// The command line: `countersign COMMAND`.
import { userInfo } from 'node:os'
import './platform/bundle-bootstrap.ts'

const commandArguments = process.argv.slice(2)

// A server runs for months, and keeps nothing of the other commands in its memory.
if (commandArguments.length === 1 && commandArguments[0] === 'start') {
  const { runServerProcess } = await import('./run-server.ts')
  await runServerProcess()
} else {
  const { runCliProgram } = await import('./cli/command-line.ts')
  const { readOperatingSystemUserName } = await import('./cli/system-user.ts')
  const { ServerSettingsError } = await import('./platform/server-settings.ts')
  const { toExitCode } = await import('./platform/startup-error.ts')
  try {
    process.exitCode = await runCliProgram(commandArguments, readOperatingSystemUserName(userInfo))
  } catch (error) {
    if (!(error instanceof ServerSettingsError)) throw error
    console.error(error.message)
    process.exitCode = toExitCode(error)
  }
}
