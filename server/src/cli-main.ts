import { userInfo } from 'node:os'
import './platform/prepare-bundled-server-runtime.ts'

const commandArguments = process.argv.slice(2)

// A server runs for months, so it must not keep the code of other commands in memory.
if (commandArguments.length === 1 && commandArguments[0] === 'start') {
  const { runServerProcess } = await import('./run-server-process.ts')
  await runServerProcess()
} else {
  const { runCliProgram } = await import('./cli/cli-program.ts')
  const { readOperatingSystemUserName } = await import('./cli/read-operating-system-user-name.ts')
  const { ServerSettingsError } = await import('./platform/parse-server-settings.ts')
  const { getSettingsErrorExitCode: toExitCode } = await import('./platform/server-startup-error.ts')
  try {
    process.exitCode = await runCliProgram(commandArguments, readOperatingSystemUserName(userInfo))
  } catch (error) {
    if (!(error instanceof ServerSettingsError)) throw error
    console.error(error.message)
    process.exitCode = toExitCode(error)
  }
}
