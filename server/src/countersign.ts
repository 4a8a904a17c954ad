// The command line: `countersign COMMAND`.
import { userInfo } from 'node:os'
import './platform/bundled.ts'

const words = process.argv.slice(2)

// A server runs for months, and keeps nothing of the other commands in its memory.
if (words.length === 1 && words[0] === 'start') {
  const { main } = await import('./main.ts')
  await main()
} else {
  const { run } = await import('./cli/command-line.ts')
  const { systemUserOf } = await import('./cli/system-user.ts')
  const { SettingsFault } = await import('./platform/settings.ts')
  const { exitCodeOf } = await import('./platform/start-fault.ts')
  try {
    process.exitCode = await run(words, systemUserOf(userInfo))
  } catch (error) {
    if (!(error instanceof SettingsFault)) throw error
    console.error(error.message)
    process.exitCode = exitCodeOf(error)
  }
}
