// `npm start`: builds the screens and the server where they changed, then becomes the server (exec): neither a bundler nor what reads
// TypeScript stays in its memory, no process stands beside it, and signals and exit codes are the server's own.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { buildServerIfChanged, buildWebIfChanged } from './build-changed-bundles.ts'

buildWebIfChanged()
buildServerIfChanged()
const parameters = [join(import.meta.dirname, '../server/dist/start.js')]
if (process.execve !== undefined && process.platform !== 'win32')
  process.execve(process.execPath, [process.execPath, ...parameters], process.env)

// Windows has nothing of the kind: there this process waits, and passes on what it is told.
const server = spawn(process.execPath, parameters, { stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal))
server.once('exit', (code) => process.exit(code ?? 1))
