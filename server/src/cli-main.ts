import { userInfo } from 'node:os'
import './platform/prepare-bundled-server-runtime.ts'

const commandArguments = process.argv.slice(2)

// A server runs for months, so it must not keep the code of other commands in memory.
if (commandArguments.length === 1 && commandArguments[0] === 'start') {
  const { runServerProcess } = await import('./run-server-process.ts')
  await runServerProcess()
} else {
  ignoreClosedPipe(process.stdout)
  ignoreClosedPipe(process.stderr)
  const { runCliProgram } = await import('./cli/cli-program.ts')
  const { readOperatingSystemUserName } = await import('./cli/read-operating-system-user-name.ts')
  const { formatCliError } = await import('./cli/print-cli-output.ts')
  const { ServerSettingsError } = await import('./platform/parse-server-settings.ts')
  const { getSettingsErrorExitCode: toExitCode } = await import('./platform/server-startup-error.ts')
  try {
    process.exitCode = await runCliProgram(commandArguments, readOperatingSystemUserName(userInfo))
  } catch (error) {
    if (!(error instanceof ServerSettingsError)) throw error
    console.error(formatCliError(error.message))
    process.exitCode = toExitCode(error)
  }
}

/** A reader such as `head` closes the pipe before everything is written. */
function ignoreClosedPipe(stream: NodeJS.WriteStream): void {
  if (stream.listenerCount('error') > 0) return
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}
