// `npm start` replaces its own process with the server (exec), so no build tools stay in memory.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { buildServerIfChanged, buildWebIfChanged } from './build-changed-bundles.ts'

buildWebIfChanged()
buildServerIfChanged()
const parameters = [join(import.meta.dirname, '../server/dist/start.js')]
if (process.execve !== undefined && process.platform !== 'win32')
  process.execve(process.execPath, [process.execPath, ...parameters], process.env)

// Windows has no exec: this process waits and forwards signals.
const server = spawn(process.execPath, parameters, { stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal))
server.once('exit', (code) => process.exit(code ?? 1))
